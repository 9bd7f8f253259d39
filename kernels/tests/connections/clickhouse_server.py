"""ClickHouse's HTTP interface over its engine, chdb: ``clickhouse_server.py PORT FOLDER``. A process for each request, with its settings."""

from __future__ import annotations

import json
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qsl, urlsplit

ENGINE = """
import json, sys, chdb
request = json.load(sys.stdin)
link = chdb.connect(request["folder"])
for name, value in request["settings"]:
    link.query(f"SET {name} = '{value}'")
sys.stdout.buffer.write(link.query(request["sql"], request["format"]).bytes())
"""
SETTINGS = ("max_execution_time", "output_format_arrow_string_as_string", "readonly")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        given = dict(parse_qsl(urlsplit(self.path).query))
        body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        settings = [(name, given[name]) for name in SETTINGS if name in given]
        request = {
            "folder": sys.argv[2],
            "sql": given.get("query", "") + body,
            "settings": settings,
            "format": given.get("default_format", "TSV"),
        }
        run = subprocess.run(
            [sys.executable, "-c", ENGINE],
            input=json.dumps(request).encode(),
            capture_output=True,
            check=False,
        )
        answer = run.stderr if run.returncode else run.stdout
        self.send_response(500 if run.returncode else 200)
        self.send_header("Content-Length", str(len(answer)))
        self.send_header("X-ClickHouse-Summary", "{}")
        if run.returncode:
            self.send_header("X-ClickHouse-Exception-Code", "1")
        self.end_headers()
        self.wfile.write(answer)

    do_GET = do_POST

    def log_message(self, *_: object) -> None:
        pass


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
