"""The probe's address answers whatever the host name, and needs no database."""

from __future__ import annotations

import asyncio

import pytest


def test_the_probe_is_answered_for_any_host_without_tls_or_database(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    answer = client.get("/healthz", headers={"host": "10.1.2.3:8000"})
    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_the_probe_is_answered_under_asgi_too(async_client):
    assert asyncio.run(async_client.get("/healthz", headers={"host": "10.1.2.3"})).status_code == 200


@pytest.mark.django_db
def test_pages_forbid_inline_scripts_and_foreign_origins(client):
    policy = client.get("/accounts/login/")["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-inline" not in policy
    assert "frame-ancestors 'none'" in policy
