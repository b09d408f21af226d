"""Pages of this app."""

from __future__ import annotations

app_name = "portal"
urlpatterns: list = []
