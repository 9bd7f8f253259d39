/**
 * Functions given as tools, and two questions in one session: the second uses what the first defined.
 * Needs a language model: set OPENAI_API_KEY, or OPENAI_BASE_URL and ACTBOOK_MODEL.
 */
import { createActbook } from 'actbook';

const MATH = `
def add(a: int, b: int) -> int:
    """Add two numbers together"""
    return a + b

def subtract(a: int, b: int) -> int:
    """Subtract two numbers"""
    return a - b

def multiply(a: int, b: int) -> int:
    """Multiply two numbers"""
    return a * b

def divide(a: int, b: int) -> float:
    """Divide two numbers"""
    return a / b
`;

const actbook = await createActbook();
try {
  const session = await actbook.createSession();
  for (const task of [
    'Calculate the sum of the first 10 fibonacci numbers',
    'Calculate the sum of the first 20 fibonacci numbers',
  ]) {
    const run = await session.run(task, { tools: MATH });
    for await (const event of run) {
      if (event.type === 'cell-insert' && event.cellType === 'code') console.log(`\n${event.source.trim()}`);
      if (event.type === 'output-append' && event.output.output_type === 'stream')
        console.log(`→ ${event.output.text.trimEnd()}`);
    }
    const { answer, outcome } = await run.result();
    console.log(`\n${answer ?? JSON.stringify(outcome)}`);
  }
} finally {
  await actbook.dispose();
}
