"""Letters to a mail server: one connection for the batch, TLS verified, a plain answer to what became of each.

Whatever goes wrong after the last byte of a letter is *unknown*, not *failed*; an error at the farewell is neither.
"""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Literal, Self
from urllib.parse import SplitResult, unquote, urlsplit

from pbem.mail.address import plain
from pbem.mail.route import Answer, Envelope, Fate
from pbem.model import Problem

PORTS = {"smtp": 25, "starttls": 587, "smtps": 465}
HINT = "Write it like smtp://localhost:25, starttls://mail.example.org or smtps://mail.example.org."
OURSELVES = "[127.0.0.1]"
"""How we greet: the moderator's machine keeps its name to itself, and none has to be looked up."""

PATIENCE = 60.0
LAST_PATIENCE = 600.0
"""Seconds to wait for an answer, and for the one after the last byte of a letter (RFC 5321 4.5.3.2.6)."""

SECRETS = (
    "Give the name in PBEM_SMTP_USER and the password in PBEM_SMTP_PASSWORD, or its file in PBEM_SMTP_PASSWORD_FILE."
)


@dataclass(frozen=True, slots=True)
class Server:
    """Which server, how its line is kept private, and how we show who we are."""

    scheme: Literal["smtp", "starttls", "smtps"]
    host: str
    port: int
    user: str = ""
    password: str = ""
    authorities: str = ""
    """A file of certificates to trust instead of the system's."""

    @property
    def is_here(self) -> bool:
        """Whether it is this machine, so that nobody can listen on the way."""
        with suppress(ValueError):
            return ip_address(self.host).is_loopback
        return self.host == "localhost"

    def wants_tls(self, offered: bool) -> bool:
        """Whether to ask for TLS on an open line: always if told so, and on the way to another machine when offered."""
        return self.scheme == "starttls" or (self.scheme == "smtp" and offered and not self.is_here)


def server(url: str, environ: Mapping[str, str]) -> Server | tuple[Problem, ...]:
    """The server of a URL, name and password from the environment; or all that is wrong with them."""
    try:
        parts = urlsplit(url)
        problems = _url_problems(parts)
        port = parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        return (Problem("smtp", "This is no address of a mail server.", hint=HINT),)
    user = environ.get("PBEM_SMTP_USER", "") or unquote(parts.username or "")
    password = _password(environ)
    if isinstance(password, Problem):
        problems, password = [*problems, password], "?"
    if bool(user) != bool(password):
        problems.append(Problem("smtp", f"There is a {'name' if user else 'password'} only.", hint=SECRETS))
    authorities = environ.get("PBEM_SMTP_CA_FILE", "")
    if authorities and not Path(authorities).is_file():
        problems.append(Problem("smtp", f"PBEM_SMTP_CA_FILE names {plain(authorities)}, which is no file."))
    if problems:
        return tuple(problems)
    match parts.scheme:
        case "smtp" | "starttls" | "smtps" as scheme:
            return Server(scheme, parts.hostname or "", port, user, password, authorities)
    raise AssertionError(parts.scheme)


def _url_problems(parts: SplitResult) -> list[Problem]:
    problems = []
    if parts.scheme not in PORTS or not parts.hostname:
        problems.append(Problem("smtp", "This is no address of a mail server.", hint=HINT))
    if parts.password is not None:
        message = "A password in the URL is refused: command lines are seen by others and kept in histories."
        problems.append(Problem("smtp", message, hint=SECRETS))
    if parts.path.strip("/") or parts.query or parts.fragment:
        problems.append(Problem("smtp", "Nothing may follow the server and its port.", hint=HINT))
    return problems


def _password(environ: Mapping[str, str]) -> str | Problem:
    direct, path = environ.get("PBEM_SMTP_PASSWORD", ""), environ.get("PBEM_SMTP_PASSWORD_FILE", "")
    if direct and path:
        return Problem("smtp", "PBEM_SMTP_PASSWORD and PBEM_SMTP_PASSWORD_FILE are both set; keep one of them.")
    if not path:
        return direct
    try:
        secret = Path(path).read_text("utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError):
        return Problem("smtp", f"The password file {plain(path)} cannot be read.")
    return secret or Problem("smtp", f"The password file {plain(path)} is empty.")


class Smtp:
    """A mail server as a way for letters."""

    def __init__(self, server: Server, patience: float = PATIENCE, last_patience: float = LAST_PATIENCE) -> None:
        self.name = f"{plain(server.host)}, port {server.port}"
        self._server = server
        self._patience = patience
        self._last_patience = last_patience
        self._line: smtplib.SMTP | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        """Says farewell; whatever comes of that, letters that were taken stay taken."""
        if self._line is not None:
            with suppress(smtplib.SMTPException, OSError):
                self._line.quit()
        self._drop()

    def ready(self) -> Problem | None:
        """A line is open, greeted, private and logged in; or the reason why not."""
        if self._line is not None:
            return None
        try:
            self._line = self._connect()
            return self._introduce(self._line)
        except ssl.SSLCertVerificationError as fault:
            hint = "If it is your own, name its certificate file in PBEM_SMTP_CA_FILE."
            return self._unready(
                f"the certificate of {self.name} cannot be trusted ({plain(fault.verify_message)})", hint
            )
        except smtplib.SMTPAuthenticationError as fault:
            return self._unready(f"{self.name} did not accept name and password: {_words(fault)}", SECRETS)
        except (smtplib.SMTPException, OSError) as fault:
            return self._unready(
                f"{self.name} cannot be reached: {_words(fault)}", "Nothing is lost; send again later."
            )

    def _connect(self) -> smtplib.SMTP:
        host, port = self._server.host, self._server.port
        if self._server.scheme == "smtps":
            return smtplib.SMTP_SSL(host, port, OURSELVES, timeout=self._patience, context=self._context())
        return smtplib.SMTP(host, port, OURSELVES, timeout=self._patience)

    def _context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self._server.authorities or None)

    def _introduce(self, line: smtplib.SMTP) -> Problem | None:
        line.ehlo_or_helo_if_needed()
        private = self._server.scheme == "smtps"
        if self._server.wants_tls(line.has_extn("starttls")):
            line.starttls(context=self._context())
            line.ehlo_or_helo_if_needed()
            private = True
        if not self._server.user:
            return None
        if not private and not self._server.is_here:
            message = f"{self.name} offers no TLS, so that the password would travel in plain text; it was not sent"
            return self._unready(message, "Use starttls:// or smtps://.")
        line.login(self._server.user, self._server.password)
        return None

    def _unready(self, message: str, hint: str) -> Problem:
        self._drop()
        return Problem("smtp", f"{message[0].upper()}{message[1:]}.", hint=hint)

    def deliver(self, envelope: Envelope) -> Answer:
        """One letter to one recipient, over the line that ``ready`` opened."""
        line = self._line
        assert line is not None, "ready() comes first"
        try:
            refusal = _address(line, envelope)
            return self._refused(line, refusal) if refusal else self._hand_over(line, envelope.letter)
        except (smtplib.SMTPException, OSError) as fault:
            self._drop()
            return Answer(Fate.REFUSED, f"the connection was lost before the letter was sent: {_words(fault)}")

    def _hand_over(self, line: smtplib.SMTP, letter: bytes) -> Answer:
        """From the first byte to the answer after the last: a silence here leaves everything open."""
        _wait_at_most(line, self._last_patience)
        try:
            code, words = line.data(letter)
        except smtplib.SMTPDataError as fault:  # it did not ask for the letter
            return self._refused(line, _words(fault))
        except (smtplib.SMTPException, OSError) as fault:
            self._drop()
            return Answer(Fate.UNKNOWN, _words(fault))
        if 400 <= code < 600:
            return self._refused(line, _spoken(code, words))
        if not _agreed(code):
            self._drop()
            return Answer(Fate.UNKNOWN, _spoken(code, words))
        _wait_at_most(line, self._patience)
        return Answer(Fate.TAKEN, _spoken(code, words))

    def _refused(self, line: smtplib.SMTP, words: str) -> Answer:
        """The line is made ready for the next letter, or given up: some servers hang up after a refusal."""
        try:
            _wait_at_most(line, self._patience)
            line.rset()
        except (smtplib.SMTPException, OSError):
            self._drop()
        return Answer(Fate.REFUSED, words)

    def _drop(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line = None


def _address(line: smtplib.SMTP, envelope: Envelope) -> str:
    """Names sender and recipient; what the server has against either."""
    size = [f"size={len(envelope.letter)}"] if line.has_extn("size") else []
    code, words = line.mail(envelope.sender, size)
    if _agreed(code):
        code, words = line.rcpt(envelope.recipient)
    return "" if _agreed(code) else _spoken(code, words)


def _agreed(code: int) -> bool:
    return 200 <= code < 300


def _wait_at_most(line: smtplib.SMTP, seconds: float) -> None:
    if line.sock is not None:
        line.sock.settimeout(seconds)


def _spoken(code: int, words: bytes) -> str:
    return plain(f"{code} {words.decode('utf-8', 'replace')}").rstrip(".")


def _words(fault: Exception) -> str:
    if isinstance(fault, smtplib.SMTPResponseException):
        error = fault.smtp_error
        return _spoken(fault.smtp_code, error if isinstance(error, bytes) else str(error).encode())
    return plain(str(fault)).rstrip(".") or type(fault).__name__


def smtp(url: str, environ: Mapping[str, str]) -> Smtp | tuple[Problem, ...]:
    """The way to the server of this URL."""
    found = server(url, environ)
    return Smtp(found) if isinstance(found, Server) else found
