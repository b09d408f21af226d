"""What can go wrong with cohorts, as one tree that views catch in one place.

PeopleError                 anything below
├── UnknownJoinCodeError    no cohort has this code
└── LastInstructorError     the change would leave a cohort without an instructor
"""

from __future__ import annotations

__all__ = ["LastInstructorError", "PeopleError", "UnknownJoinCodeError"]


class PeopleError(Exception):
    """A request about people that cannot be met."""


class UnknownJoinCodeError(PeopleError):
    """No cohort has this join code."""


class LastInstructorError(PeopleError):
    """A cohort keeps at least one instructor, or nobody could ever open it again."""
