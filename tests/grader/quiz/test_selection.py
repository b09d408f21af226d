"""Which items stand below a verdict."""

from __future__ import annotations

from grader.quiz import items_for


def test_items_that_can_show_the_belief_come_before_those_on_its_concept(quiz):
    assert items_for([quiz], ["unseen"], None) == (("small", "one"), ("small", "many"), ("small", "order"))
    assert items_for([quiz], [], "d-k") == (("small", "one"), ("small", "many"), ("small", "number"))


def test_the_first_belief_is_served_first_and_no_item_twice(quiz):
    found = items_for([quiz], ["dk-is-token-count", "unseen"], "d-k")

    assert found == (("small", "one"), ("small", "many"), ("small", "number"))


def test_a_mistake_that_no_quiz_knows_has_no_items(quiz):
    assert items_for([quiz], ["residual-included"], "residual") == ()
    assert items_for([quiz], [], None) == ()
