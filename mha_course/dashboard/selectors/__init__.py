"""What the dashboard's pages print, derived from rows each time: there are no counters that could drift."""
