"""What a cell has lost in silence, a sentence each, for the reply to it."""

from __future__ import annotations

MAX_NOTES = 5
MAX_NOTE_LENGTH = 500

notes: list[str] = []


def add_note(text: str) -> None:
    if len(notes) < MAX_NOTES and text not in notes:
        notes.append(text[:MAX_NOTE_LENGTH])


def has_room() -> bool:
    return len(notes) < MAX_NOTES


def take_notes() -> list[str]:
    taken = [*notes]
    notes.clear()
    return taken
