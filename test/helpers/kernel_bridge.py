"""Runs code in one real ipykernel: a JSON line {"code"} in, JSON lines of messages out, {"end"} last."""

import json
import sys

from jupyter_client.manager import start_new_kernel

manager, client = start_new_kernel(kernel_name="python3")
try:
    for line in sys.stdin:
        message_id = client.execute(json.loads(line)["code"])
        while True:
            message = client.get_iopub_msg(timeout=120)
            if message["parent_header"].get("msg_id") != message_id:
                continue
            kind, content = message["msg_type"], message["content"]
            if kind == "status" and content["execution_state"] == "idle":
                break
            if kind in ("stream", "error", "display_data", "execute_result"):
                print(json.dumps({"output_type": kind, **content}), flush=True)
        reply = client.get_shell_msg(timeout=120)
        while reply["parent_header"].get("msg_id") != message_id:
            reply = client.get_shell_msg(timeout=120)
        print(json.dumps({"end": reply["content"]["status"]}), flush=True)
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)
