"""Reads the manifests of docs/deploy/kubernetes, checks each against Kubernetes' schemas, prints them as JSON.

Usage: ``python check_manifests.py FOLDER VERSION...``. The kernel's pod is rendered as Enterprise Gateway's launcher does:
Jinja with the same settings, undefined variables left empty. Exits with 1 and the reason when something is not valid.
"""

import json
import sys
from pathlib import Path
from typing import Any

import kubernetes_validate
import yaml
from jinja2 import Environment, FileSystemLoader

Manifest = dict[str, Any]

# What the launcher makes of the variables KERNEL_* of a kernel that Actbook starts.
KEYWORDS = {
    "kernel_pod_name": "actbook-5f1c2b7e-0000-4000-8000-000000000000",
    "kernel_namespace": "actbook-kernels",
    "kernel_id": "5f1c2b7e-0000-4000-8000-000000000000",
    "kernel_image": "registry.example.org/actbook-kernel:1",
    "kernel_service_account_name": "kernel",
}
# What somebody might send who wants more.
HOSTILE = {
    "kernel_uid": "0",
    "kernel_gid": "0",
    "kernel_service_account_name": "gateway",
    "kernel_memory_limit": "900Gi",
}


def render_pod(folder: Path, keywords: dict[str, str]) -> Manifest:
    environment = Environment(loader=FileSystemLoader(folder), trim_blocks=True, lstrip_blocks=True)
    pod: Manifest = yaml.safe_load(environment.get_template("kernel-pod.yaml.j2").render(**keywords))
    return pod


def read_manifests(folder: Path) -> list[Manifest]:
    paths = [path for path in sorted(folder.glob("*.yaml")) if path.name != "kustomization.yaml"]
    return [document for path in paths for document in yaml.safe_load_all(path.read_text())]


def main() -> None:
    folder = Path(sys.argv[1])
    pod = render_pod(folder, KEYWORDS)
    manifests = read_manifests(folder)
    for version in sys.argv[2:]:
        for document in [*manifests, pod]:
            kubernetes_validate.validate(document, version, strict=True)
    hostile_pod = render_pod(folder, {**KEYWORDS, **HOSTILE})
    kustomization = yaml.safe_load((folder / "kustomization.yaml").read_text())
    print(
        json.dumps(
            {"manifests": manifests, "pod": pod, "hostilePod": hostile_pod, "kustomization": kustomization}
        )
    )


if __name__ == "__main__":
    main()
