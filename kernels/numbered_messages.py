"""Numbers a kernel's messages when they are sent, so that a number that never arrives is a message that got lost.

jupyter_client numbers a message when it is made. Some are never sent, such as the result of a cell whose last value
shows itself: their numbers would be missing too. Runs in any kernel that has jupyter_client, also one of a foreign server.
"""

import os
from typing import Any

from jupyter_client.session import Session


class NumberedSession(Session):
    """A kernel's own session. What is sent is numbered without a gap, but for questions on the stdin channel."""

    _made_count = 0
    _unused: "list[int]"

    @property
    def msg_id(self) -> str:
        """Only tells a message from others until it is sent."""
        self._made_count += 1
        return f"{self.session}_{os.getpid()}_made{self._made_count}"

    def serialize(self, msg: "dict[str, Any]", ident: Any = None) -> "list[bytes]":
        header = msg["header"]
        # The reply to a question names its id, which is known before it is sent.
        if header["msg_type"] == "input_request" or header["session"] != self.session:
            return super().serialize(msg, ident)
        number = self._unused.pop() if self._unused else self._take_number()
        header["msg_id"] = msg["msg_id"] = f"{self.session}_{os.getpid()}_{number}"
        try:
            return self._serialize_unicode(msg, ident)
        except BaseException:
            # Not JSON, or interrupted: it is not sent.
            self._unused.append(number)
            raise

    def _serialize_unicode(self, msg: "dict[str, Any]", ident: Any) -> "list[bytes]":
        try:
            parts = super().serialize(msg, ident)
            # A byte that is not text, as in the name of a file, would be written as it is.
            parts[-1].decode("utf-8")
            return parts
        except UnicodeError:
            return super().serialize({**msg, "content": to_unicode(msg["content"])}, ident)

    def _take_number(self) -> int:
        number = self.message_count
        self.message_count = number + 1
        return int(number)


def to_unicode(value: Any) -> Any:
    """Half a character, which UTF-8 cannot write, becomes its escape, as in a `repr`."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, dict):
        return {to_unicode(key): to_unicode(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_unicode(each) for each in value]
    return value


def number_sent(session: Any) -> None:
    """Called once for a kernel's session, with its numbers and keys as they are."""
    if type(session) is Session:
        session.__class__ = NumberedSession
        vars(session)["_unused"] = []
