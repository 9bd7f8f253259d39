/**
 * Your own model: here one that is reached over Ollama's native protocol instead of OpenAI's.
 * Usage: custom-model.ts MODEL [ADDRESS], e.g. custom-model.ts qwen3-coder http://127.0.0.1:11434
 */
import { AppError, type CustomModel, createActbook, type ModelEvent, type ModelRequest } from 'actbook';

const [modelId = 'qwen3-coder', address = 'http://127.0.0.1:11434'] = process.argv.slice(2);

const model: CustomModel = { id: modelId, label: `${modelId} (Ollama)`, stream };

async function* stream({ messages }: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const response = await fetch(new URL('/api/chat', address), {
    method: 'POST',
    body: JSON.stringify({ model: modelId, messages: messages.map(toPlain), stream: true }),
    signal,
  });
  if (!response.ok || !response.body)
    throw new AppError('model-failed', `Ollama answered with status ${response.status}.`);
  for await (const line of readLines(response.body)) {
    const { message, done, prompt_eval_count = 0, eval_count = 0 } = JSON.parse(line);
    if (message?.content) yield { type: 'text-delta', text: message.content };
    if (!done) continue;
    const usage = { promptTokens: prompt_eval_count, completionTokens: eval_count, estimated: false };
    yield { type: 'end', finishReason: 'stop', usage };
    return;
  }
  throw new AppError('model-stream-cut', 'Ollama ended its reply early.');
}

/** This model says that it takes no images and offers no tools, so every message is text. */
function toPlain({ role, content }: ModelRequest['messages'][number]) {
  return { role, content: String(content) };
}

async function* readLines(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line.trim() !== '');
  }
}

const actbook = await createActbook({ model });
try {
  const session = await actbook.createSession();
  const { answer, outcome, usage } = await session.ask('How many primes are there below 10,000?');
  console.log(answer ?? JSON.stringify(outcome));
  console.log(`${usage.promptTokens} + ${usage.completionTokens} tokens`);
} finally {
  await actbook.dispose();
}
