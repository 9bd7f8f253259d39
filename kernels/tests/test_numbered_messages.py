"""Messages are numbered when they are sent, one after the other."""

import json

import pytest
from jupyter_client.session import Session
from numbered_messages import number_sent


def make_session() -> Session:
    session = Session()
    session.send(None, "status")
    number_sent(session)
    return session


def number(message: object) -> str:
    assert isinstance(message, dict)
    assert message["msg_id"] == message["header"]["msg_id"]
    return str(message["msg_id"]).rpartition("_")[2]


def test_continues_the_numbers_and_skips_none_for_what_is_never_sent() -> None:
    session = make_session()
    session.msg("execute_result")
    with pytest.raises(ValueError, match="JSON"):
        session.send(None, "display_data", {"data": object()})
    made = session.msg("stream")
    assert [number(session.send(None, each)) for each in ("status", made, "status")] == ["1", "2", "3"]


@pytest.mark.parametrize("code", [0xD83D, 0xDCFF, 0xDC00])
def test_half_a_character_is_sent_as_its_escape(code: int) -> None:
    half = chr(code)
    session = make_session()
    content = {"data": {"text/plain": f"é {half}", half: [half]}}
    message = session.msg("display_data", content)
    text = session.serialize(message)[-1].decode("utf-8")
    escape = f"\\u{code:04x}"
    assert json.loads(text) == {"data": {"text/plain": f"é {escape}", escape: [escape]}}


def test_a_question_keeps_the_id_that_it_was_made_with() -> None:
    session = make_session()
    question = session.msg("input_request")
    before = question["header"]["msg_id"]
    session.send(None, question)
    assert question["header"]["msg_id"] == before
    assert number(session.send(None, "status")) == "1"
