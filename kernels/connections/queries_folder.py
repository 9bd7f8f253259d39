"""The folder in a session's workspace where results are left for its kernel.

Untrusted code writes to that workspace. A result is therefore written to a file without a name, and gets its name
when it is complete, through a descriptor of the folder that follows no link.
"""

from __future__ import annotations

import errno
import os
import re
import tempfile

from connections.problem import Problem

FOLDER = ".actbook-queries"
PLAIN_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}")
NEW_FILE = os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC
COPY_BYTES = 16 * 1024**2


class QueriesFolder:
    """Use it in a ``with`` statement. Everything in it belongs to the owner of the workspace."""

    def __init__(self, workspace: str) -> None:
        try:
            parent = os.open(workspace, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError as error:
            raise to_problem(error) from error
        try:
            self.owner = os.fstat(parent)
            self.handle = self.open_in(parent)
        except OSError as error:
            raise to_problem(error) from error
        finally:
            os.close(parent)

    def __enter__(self) -> QueriesFolder:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.handle)

    def open_in(self, parent: int) -> int:
        try:
            os.mkdir(FOLDER, 0o700, dir_fd=parent)
            is_new = True
        except FileExistsError:
            is_new = False
        handle = os.open(FOLDER, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)
        if is_new:
            self.give(handle)
        return handle

    def give(self, handle: int) -> None:
        if os.geteuid() == 0:
            os.fchown(handle, self.owner.st_uid, self.owner.st_gid)

    def create(self) -> int:
        """A descriptor of a new file that has no name; elsewhere on the disk if the file system has no such files."""
        try:
            handle = os.open(f"/proc/self/fd/{self.handle}", os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600)
        except (OSError, AttributeError):
            handle, path = tempfile.mkstemp()
            os.unlink(path)
        return handle

    def publish(self, handle: int, name: str) -> None:
        """Throws a Problem if something has that name, or there is no room."""
        try:
            self.give(handle)
            try:
                os.link(f"/proc/self/fd/{handle}", name, dst_dir_fd=self.handle, follow_symlinks=True)
            except OSError as error:
                if error.errno not in {errno.ENOENT, errno.EXDEV, errno.EPERM, errno.EOPNOTSUPP}:
                    raise
                self.copy(handle, name)
        except OSError as error:
            raise to_problem(error) from error

    def copy(self, handle: int, name: str) -> None:
        target = os.open(name, NEW_FILE, 0o600, dir_fd=self.handle)
        try:
            self.give(target)
            offset = 0
            while piece := os.pread(handle, COPY_BYTES, offset):
                offset += len(piece)
                view = memoryview(piece)
                while view:
                    view = view[os.write(target, view) :]
        except OSError:
            os.unlink(name, dir_fd=self.handle)
            raise
        finally:
            os.close(target)


def check_name(name: str) -> str:
    if not PLAIN_NAME.fullmatch(name):
        raise Problem("folder", f"{name!r} is not a plain file name.")
    return name


def to_problem(error: OSError) -> Problem:
    return Problem("folder", f"The result cannot be written to the session's folder: {error.strerror}.")
