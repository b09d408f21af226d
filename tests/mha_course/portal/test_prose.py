"""Markdown of statements and quiz items becomes HTML that a strict content policy allows."""

from __future__ import annotations

import pytest

from mha_course.portal.axes import AXIS_CLASSES, axis_class
from mha_course.portal.formulas import formula
from mha_course.portal.prose import highlighted, prose, prose_inline


def test_axis_names_in_code_wear_their_colour_and_keep_their_name() -> None:
    html = prose("`(batch, num_heads, d_k)`")
    assert '<span class="axis axis-batch">batch</span>' in html
    assert '<span class="axis axis-heads">num_heads</span>' in html


@pytest.mark.parametrize("code", ["batches", "x.d_k", "my_d_k", "d_key"])
def test_a_longer_name_is_not_an_axis(code: str) -> None:
    assert "axis" not in prose(f"`{code}`")


def test_axis_names_in_sentences_are_labels_but_the_word_batch_is_a_word() -> None:
    html = prose_inline("One batch: num_heads and (batch, seq_len) swapped")
    assert html.count("axis-batch") == 1
    assert '(<span class="axis-label axis axis-batch">batch</span>, ' in html
    assert '<span class="axis-label axis axis-heads">num_heads</span>' in html


def test_every_axis_has_a_class_of_its_own_beside_the_common_one() -> None:
    assert all(axis_class(name).split()[0] == "axis" for name in AXIS_CLASSES)
    assert axis_class("vocab") == "axis axis-plain"


def test_raw_html_is_shown_as_text() -> None:
    assert "<script" not in prose("<script>alert(1)</script>")
    assert "&lt;script&gt;" in prose("<script>alert(1)</script>")


def test_code_is_escaped_inside_comments_too() -> None:
    html = highlighted("x = 1  # batch <b> & 'c'\n")
    assert "<b>" not in html
    assert "&lt;b&gt; &amp; &#x27;c&#x27;" in html


def test_no_style_attribute_is_written() -> None:
    html = prose("| a | b |\n|:--|--:|\n| 1 | 2 |\n\n```python\nx = 1\n```\n")
    assert "style=" not in html


def test_formulas_are_mathml() -> None:
    html = prose("$$\\operatorname{softmax}(x)$$")
    assert '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">' in html
    assert "<mtext>softmax</mtext>" in html
    assert 'display="inline"' in prose("the size $d_k$ here")


def test_aligned_equations_have_no_stray_ampersands() -> None:
    assert "<mtable" in formula(r"\begin{aligned} a &= b \\ c &= d \end{aligned}", is_display=True)
    assert "<mi>&</mi>" not in formula(r"\begin{aligned} a &= b \\ c &= d \end{aligned}", is_display=True)


def test_an_unreadable_formula_stands_as_its_source() -> None:
    assert formula(r"\left( x", is_display=False) == r"<code>\left( x</code>"


def test_emphasis_closes_beside_japanese() -> None:
    assert "<strong>クエリ（Query）</strong>は" in prose_inline("**クエリ（Query）**は、")
    assert "<strong>「鍵」</strong>を" in prose_inline("これは**「鍵」**を使います。")


def test_a_line_broken_between_japanese_characters_leaves_no_gap() -> None:
    assert "ヘッドに分割" in prose("ヘッドに\n分割します。")
    assert "two\nlines" in prose("two\nlines")
