"""The dashboard's pages. Views parse; selectors read and `people.services` changes."""
