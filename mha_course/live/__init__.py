"""Tells waiting pages at once what became of a submission."""
