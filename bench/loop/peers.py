"""The Python peers of the loop bench: smolagents' CodeAgent and LlamaIndex's CodeActAgent, set up as their documents show.

Usage: ``python peers.py smolagents|llama-index MODEL_SERVER``. Takes a number of steps a line on standard input and answers
each with one line of JSON: the wall time of the run in milliseconds, and its answer.
"""

import ast
import asyncio
import contextlib
import io
import json
import logging
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

TASK = "Count as you are told."


def create_smolagents(base_url: str) -> Callable[[int], str]:
    from smolagents import CodeAgent, LogLevel, OpenAIServerModel

    model = OpenAIServerModel("smolagents", api_base=base_url, api_key="none")

    def run(steps: int) -> str:
        agent = CodeAgent(
            tools=[],
            model=model,
            additional_authorized_imports=["time"],
            max_steps=steps + 5,
            # The tags of the paper's prompt, so that all agents read the same replies.
            code_block_tags=("<execute>", "</execute>"),
            verbosity_level=LogLevel.OFF,
        )
        return str(agent.run(TASK))

    return run


class SimpleCodeExecutor:
    """Runs code in one namespace: what it prints, and the value of its last line."""

    def __init__(self) -> None:
        self.globals: dict[str, Any] = {}

    def execute(self, code: str) -> str:
        output = io.StringIO()
        value = None
        try:
            with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
                tree = ast.parse(code)
                last = tree.body[-1] if tree.body else None
                if isinstance(last, ast.Expr):
                    tree.body.pop()
                exec(compile(tree, "<cell>", "exec"), self.globals)
                if isinstance(last, ast.Expr):
                    value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), self.globals)
        except Exception as error:
            output.write(f"{type(error).__name__}: {error}")
        return output.getvalue() + ("" if value is None else f"\n{value}")


def create_llama_index(base_url: str) -> Callable[[int], str]:
    from llama_index.core.agent.workflow import CodeActAgent
    from llama_index.llms.openai_like import OpenAILike

    llm = OpenAILike(
        model="llama-index",
        api_base=base_url,
        api_key="none",
        is_chat_model=True,
        context_window=128_000,
    )
    loop = asyncio.new_event_loop()

    async def run_one(steps: int) -> str:
        executor = SimpleCodeExecutor()

        async def execute(code: str) -> str:
            """Runs the code and returns what it prints."""
            return executor.execute(code)

        agent = CodeActAgent(code_execute_fn=execute, llm=llm)
        handler = agent.run(TASK, max_iterations=steps + 5)
        async for _ in handler.stream_events():
            pass
        return str(await handler)

    return lambda steps: loop.run_until_complete(run_one(steps))


def main() -> None:
    logging.disable(logging.CRITICAL)
    name, base_url = sys.argv[1:]
    run = create_smolagents(base_url) if name == "smolagents" else create_llama_index(base_url)
    for line in sys.stdin:
        started = perf_counter()
        answer = run(int(line))
        print(json.dumps({"wallMs": (perf_counter() - started) * 1000, "answer": answer}), flush=True)


if __name__ == "__main__":
    main()
