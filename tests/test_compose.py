"""docker-compose.yml: what must hold of the services before anyone starts them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
COMPOSE = ROOT / "docker-compose.yml"
RUNS_ONCE = {"migrate"}


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return yaml.safe_load(COMPOSE.read_text())["services"]


def test_every_part_of_the_product_has_a_service(services: dict[str, Any]) -> None:
    assert {"web", "worker", "worker-gpu", "beat", "redis", "postgres"} <= services.keys()


def test_only_the_gpu_worker_waits_for_a_profile(services: dict[str, Any]) -> None:
    assert {name: service.get("profiles") for name, service in services.items() if "profiles" in service} == {
        "worker-gpu": ["gpu"]
    }


def test_no_service_is_privileged_or_may_gain_privileges(services: dict[str, Any]) -> None:
    for name, service in services.items():
        assert not service.get("privileged"), name
        assert "cap_add" not in service, name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert not any("unconfined" in option for option in service["security_opt"]), name


def test_every_service_that_stays_up_has_a_health_check(services: dict[str, Any]) -> None:
    assert [name for name, service in services.items() if "healthcheck" not in service and name not in RUNS_ONCE] == []


def test_servers_are_awaited_until_they_are_healthy(services: dict[str, Any]) -> None:
    for name in ("web", "worker", "beat", "migrate"):
        conditions = services[name]["depends_on"]
        assert conditions["postgres"]["condition"] == "service_healthy"
        assert conditions["redis"]["condition"] == "service_healthy"


def test_workers_listen_to_the_queues_that_submissions_use(services: dict[str, Any]) -> None:
    assert "grade.cpu,regrade" in services["worker"]["command"]
    assert "grade.gpu" in services["worker-gpu"]["command"]


def test_secrets_come_from_the_environment_and_have_no_default() -> None:
    text = COMPOSE.read_text()
    for secret in ("SECRET_KEY", "POSTGRES_PASSWORD"):
        assert re.findall(rf"\$\{{{secret}(?!:\?)", text) == [], f"{secret} must be required, without a default"
        assert f"${{{secret}:?" in text
