"""The copy of a kernel's outputs that IPython keeps."""

from __future__ import annotations

from bounded_history import MAX_KEPT_LENGTH, KeptOutputs
from IPython.core.history import HistoryOutput


def write(outputs: KeptOutputs, cell: int, text: str) -> None:
    """As IPython does for each piece of text."""
    last = outputs[cell][-1] if cell in outputs else None
    if last is None or last.output_type != "out_stream":
        last = HistoryOutput(output_type="out_stream", bundle={"stream": []})
        outputs[cell].append(last)
        last = outputs[cell][-1]
    last.bundle["stream"].append(text)


def test_keeps_what_is_short() -> None:
    outputs = KeptOutputs()
    write(outputs, 1, "a")
    outputs[1].append(HistoryOutput(output_type="display_data", bundle={"text/plain": "b"}))
    write(outputs, 1, "c")
    assert [output.bundle for output in outputs[1]] == [
        {"stream": ["a"]},
        {"text/plain": "b"},
        {"stream": ["c"]},
    ]


def test_stops_at_its_limit() -> None:
    outputs = KeptOutputs()
    for _ in range(10):
        write(outputs, 1, "x" * (MAX_KEPT_LENGTH // 2))
    assert len(outputs[1][0].bundle["stream"]) == 1
    display = HistoryOutput(output_type="display_data", bundle={"text/plain": "x" * MAX_KEPT_LENGTH})
    outputs[1].append(display)
    outputs[2].append(display)
    write(outputs, 2, "later")
    # A cell that has outputs has a last one.
    assert len(outputs[1]) == 1
    assert outputs[2][0].bundle == {}


def test_has_room_again_when_history_is_reset() -> None:
    outputs = KeptOutputs()
    write(outputs, 1, "x" * MAX_KEPT_LENGTH)
    outputs.clear()
    write(outputs, 1, "a")
    assert outputs[1][0].bundle == {"stream": ["a"]}
