"""Does once what every server and kernel does first, so that what it fills and leaves in memory is shared by all forks.

Nothing of it may be left where code finds it: singletons, handlers of signals, event loops, and variables are as before.
"""

import builtins
import contextlib
import functools
import io
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator


def rehearse(left_out: Collection[str] = ()) -> dict[str, str]:
    """What failed, and why. ``left_out`` names what failed before, which is not tried again."""
    failures: dict[str, str] = {}
    for act in (rehearse_libraries, rehearse_shell, rehearse_server):
        if act.__name__ not in left_out:
            with restored():
                attempt(act, failures)
    attempt(forget_folders, failures)
    return failures


def forget_folders() -> None:
    """Folders that libraries have looked up once and for all: those of a box are others."""
    import matplotlib
    from jupyter_core import paths

    vars(paths)["_dtemps"].clear()
    for name in ("get_configdir", "get_cachedir"):
        vars(matplotlib)[name] = functools.cache(vars(matplotlib)[name].__wrapped__)


def attempt(act: Callable[[], None], failures: dict[str, str]) -> None:
    """What fails, fails for the one who needs it: a rehearsal saves time and memory, and nothing else."""
    try:
        act()
    except Exception as error:
        failures[act.__name__] = repr(error)


@contextlib.contextmanager
def restored() -> Iterator[None]:
    variables, names = dict(os.environ), set(vars(builtins))
    hooks = sys.displayhook, sys.excepthook, sys.stdout, sys.stderr
    path, main = list(sys.path), sys.modules["__main__"]
    handlers = {number: signal.getsignal(number) for number in signal.valid_signals()}
    folder = tempfile.mkdtemp(dir=variables.get("HOME"))
    place, tempfile.tempdir = tempfile.tempdir, folder
    names_of_folders = ("JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR")
    os.environ.update(dict.fromkeys(names_of_folders, folder), JUPYTER_NO_CONFIG="1")
    try:
        yield
    finally:
        tempfile.tempdir = place
        shutil.rmtree(folder, ignore_errors=True)
        for number, handler in handlers.items():
            if handler is not None and signal.getsignal(number) is not handler:
                signal.signal(number, handler)
        sys.displayhook, sys.excepthook, sys.stdout, sys.stderr = hooks
        sys.path[:] = path
        sys.modules["__main__"] = main
        for name in set(vars(builtins)) - names:
            del vars(builtins)[name]
        os.environ.clear()
        os.environ.update(variables)


def rehearse_libraries() -> None:
    import pandas

    frame = pandas.DataFrame({"a": [1, 2], "b": ["x", "y"]})
    repr(frame)
    frame._repr_html_()
    frame.describe()
    frame.groupby("b").a.mean()
    pandas.read_csv(io.StringIO("a,b\n1,2\n"))


def rehearse_shell() -> None:
    from ipykernel.ipkernel import IPythonKernel
    from ipykernel.kernelapp import IPKernelApp
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    config = Config()
    config.HistoryManager.enabled = False
    config.HistoryManager.hist_file = ":memory:"
    shell = InteractiveShell.instance(config=config)
    assert shell.display_formatter is not None and shell.Completer is not None
    try:
        code = "import pandas\npandas.DataFrame({'a': [1]}).a.sum()"
        shell.run_cell(code, silent=True, store_history=False)
        shell.display_formatter.format(1)
        shell.Completer.completions("pandas.Da", 9)
    finally:
        InteractiveShell.clear_instance()
    IPKernelApp().traits()
    IPythonKernel.class_traits()


def rehearse_server() -> None:
    # It imports the server, of which nothing is to be there before kernels are.
    import rehearse_server

    rehearse_server.rehearse_server()
