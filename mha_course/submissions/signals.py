"""What the apps above may listen to."""

from django.dispatch import Signal

run_changed = Signal()
"""A run's new state has been committed. Argument: `run_id`. Receivers must not raise."""
