"""Clusters, which run code of the kernel: the kernel reaches them through a socket, and their secrets stay here."""

from __future__ import annotations

import os
import shutil
import ssl
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

from connections.connection import Connection
from connections.door import Target, open_door, probe
from connections.job import Job
from connections.problem import Problem, import_driver
from connections.query import Reply

MAX_CALLS = 32
MIN_SECRET_LENGTH = 16
CODE_NOTE = "Code in the kernel can run any code on this cluster, with the cluster's network and rights: the sandbox of the kernel does not reach there."


class Cluster:
    """Subclasses name the package that kernels need, and define how to reach the cluster."""

    name, module, package, usual_port = "", "", "", 0

    def __init__(self, connection: Connection, job: Job) -> None:
        self.connection = connection
        import_driver(self.module, self.package)
        place = urlsplit(connection.url or "")
        host = connection.host or place.hostname
        if not host:
            raise Problem("refused", "Enter the host of the cluster.")
        self.scheme, self.more = place.scheme, place.path + "?" + place.query
        self.host, self.port = host, connection.port or place.port or self.usual_port
        self.target = Target(self.host, self.port, tls=self.make_tls())

    def make_tls(self) -> ssl.SSLContext | None:
        options = self.connection.options
        if not self.has_tls():
            return None
        try:
            context = ssl.create_default_context(cafile=options.get("tls_ca"))
            if options.get("tls_cert"):
                context.load_cert_chain(options["tls_cert"], options.get("tls_key"))
        except OSError as error:
            raise Problem("login", f"The certificates of the cluster cannot be read: {error}") from error
        return context

    def has_tls(self) -> bool:
        raise NotImplementedError

    def test(self) -> Reply:
        probe(self.target, self.name)
        return {
            "server": f"{self.name} at {self.host}:{self.port}",
            "user": self.connection.user,
            "writers": self.find_writers(),
            "notEnforced": [CODE_NOTE],
        }

    def find_writers(self) -> list[str]:
        return ["runs any code on the cluster"]

    def read_catalog(self) -> list[Reply]:
        return []

    def query(self, sql: str) -> Iterator[Any]:
        raise Problem(
            "refused",
            f"{self.connection.name} is a cluster. Use {self.connection.name}.{self.connection.kind} in Python.",
        )

    def open_door(self, workspace: str, name: str, secrets: list[str]) -> Reply:
        """Where messages are passed on, none of the secrets comes back with them."""
        probe(self.target, self.name)
        target, end = self.make_entrance(secrets)
        try:
            open_door(workspace, name, target, end)
        except Problem:
            end()
            raise
        return {"file": name, "user": self.connection.user}

    def make_entrance(self, secrets: list[str]) -> tuple[Target, Callable[[], None]]:
        return self.target, lambda: None

    def cancel(self) -> None:
        pass

    def close(self) -> None:
        pass


class Dask(Cluster):
    name, module, package, usual_port = "Dask scheduler", "distributed", "distributed", 8786

    def make_tls(self) -> ssl.SSLContext | None:
        context = super().make_tls()
        if context and "tls_ca" in self.connection.options:
            # Dask's own client does the same: certificates of private clusters name no hosts, and trust rests on the authority.
            context.check_hostname = False
        return context

    def has_tls(self) -> bool:
        return self.scheme == "tls" or any(key in self.connection.options for key in ("tls_ca", "tls_cert"))


class Spark(Cluster):
    name, module, package, usual_port = "Spark Connect server", "pyspark", "pyspark-client", 15002

    def has_tls(self) -> bool:
        """Like Spark's own client, uses TLS with a token unless the options turn it off."""
        asked = self.connection.options.get(
            "use_ssl", "use_ssl=true" in self.more or bool(self.connection.password)
        )
        return str(asked).lower() == "true"

    def make_entrance(self, secrets: list[str]) -> tuple[Target, Callable[[], None]]:
        """Without a token or TLS, bytes are forwarded. Otherwise calls are forwarded, and each gets the token."""
        if not self.connection.password and self.target.tls is None:
            return self.target, lambda: None
        import_driver("grpc", "pyspark-client")
        folder = tempfile.mkdtemp(prefix="actbook-spark-")
        path = os.path.join(folder, "calls.sock")
        server, channel = self.pass_calls_on(path, secrets)

        def end() -> None:
            server.stop(None)
            channel.close()
            shutil.rmtree(folder, ignore_errors=True)

        return Target(socket_path=path), end

    def pass_calls_on(self, path: str, secrets: list[str]) -> tuple[Any, Any]:
        import grpc

        options = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
        address = f"{self.host}:{self.port}"
        channel = (
            grpc.insecure_channel(address, options)
            if self.target.tls is None
            else grpc.secure_channel(address, self.read_credentials(), options)
        )
        token = self.connection.password
        # Rows of data may have short ones by chance.
        long_secrets = [secret for secret in secrets if len(secret) >= MIN_SECRET_LENGTH]

        class Calls(grpc.GenericRpcHandler):  # type: ignore[misc]
            def service(self, details: Any) -> Any:
                def pass_on(requests: Iterator[bytes], context: Any) -> Iterator[bytes]:
                    sent = [(key, value) for key, value in details.invocation_metadata if is_ours(key)]
                    if token:
                        sent.append(("authorization", f"Bearer {token}"))
                    # A deadline set by the kernel ends this call, and so the forwarded one.
                    call = channel.stream_stream(details.method)(requests, metadata=sent)
                    context.add_callback(call.cancel)
                    try:
                        for message in call:
                            yield blank(message, long_secrets)
                    except grpc.RpcError:
                        context.set_code(call.code())
                        context.set_details(blank((call.details() or "").encode(), secrets).decode())
                    context.set_trailing_metadata(
                        [
                            (
                                key,
                                blank(value, secrets)
                                if isinstance(value, bytes)
                                else blank(value.encode(), secrets).decode(),
                            )
                            for key, value in call.trailing_metadata()
                        ]
                    )

                return grpc.stream_stream_rpc_method_handler(pass_on)

        server = grpc.server(ThreadPoolExecutor(MAX_CALLS), [Calls()], options=options)
        server.add_insecure_port(f"unix:{path}")
        server.start()
        return server, channel

    def read_credentials(self) -> Any:
        import grpc

        def read(option: str) -> bytes | None:
            path = self.connection.options.get(option)
            if not path:
                return None
            with open(path, "rb") as file:
                return file.read()

        return grpc.ssl_channel_credentials(read("tls_ca"), read("tls_key"), read("tls_cert"))


def blank(message: bytes, secrets: list[str]) -> bytes:
    """With asterisks in place of the secrets, as many as there were bytes: a message of Protocol Buffers counts them."""
    for secret in secrets:
        text = secret.encode()
        message = message.replace(text, b"*" * len(text))
    return message


def is_ours(key: str) -> bool:
    """gRPC writes its own headers again, and a kernel has no token."""
    return not key.startswith(("grpc-", ":")) and key not in {
        "user-agent",
        "authorization",
        "te",
        "content-type",
    }
