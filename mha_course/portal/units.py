"""The course's units: what each is called and why it stands where it does."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

__all__ = ["UNITS", "Unit", "unit_of"]


@dataclass(frozen=True, slots=True)
class Unit:
    number: int
    title: str | Promise
    why: str | Promise


UNITS = (
    Unit(
        1,
        _("Likeness"),
        _("Attention asks how alike two vectors are. A dot product answers, and softmax turns answers into shares."),
    ),
    Unit(
        2,
        _("Scaled dot-product attention"),
        _("One table of scores, one softmax for each row, one weighted sum: the core of every head."),
    ),
    Unit(3, _("Masks"), _("Which keys a query may attend to, and the opposite ways in which libraries say so.")),
    Unit(4, _("One head"), _("Learned projections decide what is compared and what is passed on.")),
    Unit(
        5,
        _("Many heads"),
        _("Each head gets its own slice of the features. The difficulty is bookkeeping: which axis goes where."),
    ),
    Unit(6, _("Encoder and decoder"), _("The same attention, with queries from one sentence and keys from another.")),
    Unit(7, _("Where the parameters are"), _("Counting them shows what a model's size is made of.")),
    Unit(8, _("Beyond the video"), _("Positions, caches, shared keys and gradients: what today's models add.")),
)


def unit_of(number: int) -> Unit:
    """The unit of that number. Raises `LookupError` for one that the course does not have."""
    for unit in UNITS:
        if unit.number == number:
            return unit
    message = f"there is no unit {number}; add it to {__name__}"
    raise LookupError(message)
