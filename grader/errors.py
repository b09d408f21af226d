"""Exceptions of the engine. A learner's mistake is a verdict (`grader.verdicts`), never one of these.

GraderError
├── ExerciseError     the author's fault: an exercise or a quiz that does not keep its contract
├── UsageError        the caller's fault: an unknown exercise, a device that the framework does not have
└── SandboxError      ours: the sandbox could not be started, or broke
    └── SandboxUnavailable   the machine lacks the least set of layers, so grading refuses
"""

from __future__ import annotations

__all__ = ["ExerciseError", "GraderError", "SandboxError", "SandboxUnavailable", "UsageError"]


class GraderError(Exception):
    """Base of everything that the engine raises on purpose."""


class ExerciseError(GraderError):
    """An exercise or quiz breaks its contract; the message says where and how to repair it."""


class UsageError(GraderError):
    """The engine was asked for something that does not exist; the message says what does."""


class SandboxError(GraderError):
    """The sandbox failed through no fault of the submission; it may be tried again."""


class SandboxUnavailable(SandboxError):  # noqa: N818 - the name says what is the matter
    """This machine cannot contain learner code, so nothing is run; the message names the missing layers."""
