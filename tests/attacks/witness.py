"""What is planted around the sandbox so that a success would be seen: secrets, servers and places to write to."""

from __future__ import annotations

import os
import secrets
import socket
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

__all__ = ["ENVIRONMENT_NAME", "Witness"]

ENVIRONMENT_NAME = "MHA_ATTACK_CANARY"
REPOSITORY = Path(__file__).resolve().parents[2]
_WATCHED_FOLDERS = ("/tmp", "/dev/shm", "/var/tmp", "/run", "/")


@dataclass(frozen=True, slots=True)
class Witness:
    """Secrets that no program may show, and addresses that none may reach. Closed by `close`."""

    folder: Path
    """World-writable, so that only the sandbox keeps programs from writing here."""
    token: str
    """Names everything that a program may try to leave behind."""
    file_canary: str
    environment_canary: str
    tcp: socket.socket
    unix: socket.socket
    abstract: socket.socket
    visible_cases: int

    @classmethod
    def plant(cls, folder: Path, visible_cases: int) -> Witness:
        """Plant everything. `folder` must be reachable by every account of the machine."""
        folder.chmod(0o777)
        token = f"mha-attack-{secrets.token_hex(6)}"
        file_canary, environment_canary = (f"CANARY-{secrets.token_hex(16)}" for _ in range(2))
        secret = folder / "secret.txt"
        secret.write_text(file_canary, encoding="ascii")
        secret.chmod(0o644)
        os.environ[ENVIRONMENT_NAME] = environment_canary
        return cls(
            folder=folder,
            token=token,
            file_canary=file_canary,
            environment_canary=environment_canary,
            tcp=_listen(socket.AF_INET, ("127.0.0.1", 0)),
            unix=_listen(socket.AF_UNIX, str(folder / "socket")),
            abstract=_listen(socket.AF_UNIX, f"\0{token}"),
            visible_cases=visible_cases,
        )

    @property
    def canaries(self) -> tuple[str, str]:
        return self.file_canary, self.environment_canary

    @property
    def ipc_key(self) -> int:
        """A key of System V objects that nothing else uses."""
        return int(self.token[-6:], 16) | 0x10000000

    def fill(self, source: str) -> str:
        """The program with its placeholders replaced by what is planted."""
        half = len(self.environment_canary) // 2
        values = {
            "SECRET_PATH": str(self.folder / "secret.txt"),
            "MARKER_PATH": str(self.folder / self.token),
            "UNIX_PATH": str(self.folder / "socket"),
            "TCP_PORT": str(self.tcp.getsockname()[1]),
            "REPO": str(REPOSITORY),
            "TOKEN": self.token,
            "IPC_KEY": str(self.ipc_key),
            "CANARY_HEAD": self.environment_canary[:half],
            "CANARY_TAIL": self.environment_canary[half:],
            "VISIBLE_CASES": str(self.visible_cases),
        }
        for name, value in values.items():
            source = source.replace(f"@{name}@", value)
        return source

    def connections(self) -> list[str]:
        """Which of the listening sockets were reached since this was last asked."""
        return [name for name in ("tcp", "unix", "abstract") if _accepts(getattr(self, name))]

    def files_left(self) -> list[str]:
        """Files named by the token, in every folder where a program could leave one."""
        folders = [*_WATCHED_FOLDERS, str(self.folder), str(Path.cwd()), str(Path.home())]
        return [entry.path for folder in folders for entry in _entries(folder) if self.token in entry.name]

    def shared_objects_left(self) -> list[str]:
        """Lines of /proc/sysvipc that hold the key."""
        tables = (Path("/proc/sysvipc", kind) for kind in ("shm", "sem", "msg"))
        lines = (line for table in tables if table.exists() for line in table.read_text().splitlines())
        return [line for line in lines if line.split()[0] == str(self.ipc_key)]

    def close(self) -> None:
        del os.environ[ENVIRONMENT_NAME]
        for listener in (self.tcp, self.unix, self.abstract):
            listener.close()


def _listen(family: int, address: tuple[str, int] | str) -> socket.socket:
    listener = socket.socket(family)
    listener.bind(address)
    listener.listen()
    listener.setblocking(False)
    if isinstance(address, str) and address.startswith("/"):
        Path(address).chmod(0o777)
    return listener


def _accepts(listener: socket.socket) -> bool:
    reached = False
    with suppress(BlockingIOError):
        while True:
            listener.accept()[0].close()
            reached = True
    return reached


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []
