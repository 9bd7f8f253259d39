import importlib.abc as _abc
import importlib.machinery as _machinery
import importlib.util as _util
import sys as _sys


class _GivenModules(_abc.MetaPathFinder, _abc.InspectLoader):
    """Modules given as text. Each is found when it is imported, so they may import each other in any order."""

    def __init__(self, sources: dict[str, str]) -> None:
        self.sources = sources
        _sys.meta_path[:] = [each for each in _sys.meta_path if type(each).__name__ != type(self).__name__]
        _sys.meta_path.insert(0, self)
        for name in sources:
            _sys.modules.pop(name, None)

    def find_spec(
        self, name: str, path: object = None, target: object = None
    ) -> "_machinery.ModuleSpec | None":
        if name not in self.sources:
            return None
        return _util.spec_from_loader(name, self, origin=f"{name}.py", is_package=self.is_package(name))

    def is_package(self, name: str) -> bool:
        return any(each.startswith(name + ".") for each in self.sources)

    def get_source(self, name: str) -> str:
        return self.sources[name]
