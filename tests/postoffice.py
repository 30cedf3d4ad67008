"""A real mail server on loopback, moody on request: what the tests of sending stand on."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

PAPERS = Path(__file__).parent / "letters" / "loopback.pem"
HANG_UP = "hang up"
"""In place of a reply: the connection is closed without a word."""


def tls() -> ssl.SSLContext:
    """TLS with the certificate for localhost that nobody has signed."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(PAPERS)
    return context


def hang_up(server: SMTP) -> None:
    """Breaks a connection off without a word."""
    assert isinstance(server.transport, asyncio.Transport)
    server.transport.abort()


@dataclass
class PostOffice:
    """An SMTP server in a thread of its own; what it does at each step can be planned letter by letter."""

    at_rcpt: dict[str, str] = field(default_factory=dict)
    """What is said to a recipient instead of yes."""
    at_start: list[str] = field(default_factory=list)
    """What is said, in turn, to the next wishes to hand a letter over; "" is yes."""
    at_end: list[str] = field(default_factory=list)
    """What is said, in turn, after the next letters; "" is yes."""
    at_quit: str = ""
    before_end: Callable[[], Any] = field(default=lambda: None)
    after_yes: Callable[[], Any] = field(default=lambda: None)
    slow: float = 0.0
    starttls: bool = False
    smtps: bool = False
    logins: dict[str, str] = field(default_factory=dict)

    port: int = 0
    connections: int = 0
    private: list[bool] = field(default_factory=list)
    taken: list[tuple[str, str, bytes]] = field(default_factory=list)
    """Sender, recipient and bytes of each letter that was confirmed, or would have been."""

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(self._open(), self._loop).result(10)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    async def _open(self) -> asyncio.Server:
        context = tls() if self.smtps else None
        return await self._loop.create_server(lambda: Clerk(self), "127.0.0.1", 0, ssl=context)

    async def _close(self) -> None:
        self._server.close()
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)

    def url(self, scheme: str = "smtp", host: str = "localhost") -> str:
        """Where it is to be found."""
        return f"{scheme}://{host}:{self.port}"

    def counts(self) -> Counter[str]:
        """How many letters each recipient got."""
        return Counter(recipient for _, recipient, _ in self.taken)

    def copies(self) -> dict[str, set[bytes]]:
        """The different letters each recipient got."""
        found: dict[str, set[bytes]] = {}
        for _, recipient, content in self.taken:
            found.setdefault(recipient, set()).add(content)
        return found


class Clerk(SMTP):
    """One connection to the post office."""

    def __init__(self, office: PostOffice) -> None:
        self.office = office
        office.connections += 1
        super().__init__(
            Desk(office),
            hostname="localhost",
            ident="post office",
            tls_context=tls() if office.starttls else None,
            auth_require_tls=False,
            authenticator=self._knows,
        )

    def _knows(self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, proof: Any) -> AuthResult:
        assert isinstance(proof, LoginPassword)
        known = self.office.logins.get(proof.login.decode()) == proof.password.decode()
        return AuthResult(success=known, handled=False)

    async def smtp_DATA(self, arg: str) -> None:
        """Takes a letter in, or does what is planned instead."""
        plan = self.office.at_start.pop(0) if self.office.at_start else ""
        if plan == HANG_UP:  # in the middle of the letter
            await self.push("354 go on")
            await self._reader.read(200)
            hang_up(self)
        elif plan:
            await self.push(plan)
        else:
            await super().smtp_DATA(arg)

    async def smtp_QUIT(self, arg: str) -> None:
        """Says farewell, or does what is planned instead."""
        if self.office.at_quit == HANG_UP:
            hang_up(self)
        elif self.office.at_quit:
            await self.push(self.office.at_quit)
        else:
            await super().smtp_QUIT(arg)


class Desk:
    """What the post office says to a recipient and after a letter."""

    def __init__(self, office: PostOffice) -> None:
        self.office = office

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Whether there is such a recipient."""
        plan = self.office.at_rcpt.get(address, "")
        if not plan:
            envelope.rcpt_tos.append(address)
        return plan or "250 fine"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Whether the letter is taken."""
        office = self.office
        office.before_end()
        await asyncio.sleep(office.slow)
        plan = office.at_end.pop(0) if office.at_end else ""
        if not plan or plan.startswith(("2", HANG_UP)):
            assert isinstance(envelope.content, bytes)
            office.taken.append((str(envelope.mail_from), envelope.rcpt_tos[0], envelope.content))
            office.private.append(session.ssl is not None or office.smtps)
            office.after_yes()
        if plan == HANG_UP:
            hang_up(server)
        return plan or "250 taken"
