/**
 * An OpenAI-compatible server around llama.cpp and a real, very small language model, because the package that brings both
 * has none: streams, counts tokens, stops when the client leaves, ends at its limit, and refuses a prompt that does not fit.
 * The words of the last are those of llama.cpp's own server. Usage: serve.mjs LIBRARY MODEL CONTEXT_TOKENS.
 */
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const [library = '', modelPath = '', contextSize = '2048'] = process.argv.slice(2);
const MODEL_ID = 'smollm2-135m-instruct';

const { getLlama, resolveChatWrapper } = await import(pathToFileURL(library).href);
const llama = await getLlama({ gpu: false, build: 'never', skipDownload: true, logLevel: 'error' });
const model = await llama.loadModel({ modelPath });
const context = await model.createContext({ contextSize: Number(contextSize), threads: 1 });
const sequence = context.getSequence();
const wrapper = resolveChatWrapper(model);
/** One request is answered after another: there is one context. */
let queue = Promise.resolve();

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/v1/models')
    return send(response, 200, { object: 'list', data: [{ id: MODEL_ID, object: 'model' }] });
  if (pathname === '/props')
    return send(response, 200, { default_generation_settings: { n_ctx: context.contextSize } });
  if (pathname !== '/v1/chat/completions') return send(response, 404, { error: { message: 'Not found' } });
  const body = await readJson(request);
  const before = queue;
  const { promise, resolve } = Promise.withResolvers();
  queue = promise;
  await before;
  try {
    await answer(body, response);
  } finally {
    resolve();
  }
});

async function answer(
  { messages, max_tokens: maxTokens = Number.POSITIVE_INFINITY, temperature = 0 },
  response,
) {
  if (response.destroyed) return;
  const { contextText } = wrapper.generateContextState({ chatHistory: toHistory(messages) });
  const tokens = contextText.tokenize(model.tokenizer);
  const room = context.contextSize - tokens.length - 1;
  if (room < 1) {
    const message = `the request exceeds the available context size (${context.contextSize} tokens), try increasing it`;
    return send(response, 400, { error: { code: 400, message, type: 'exceed_context_size_error' } });
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  await sequence.clearHistory();
  const limit = Math.min(maxTokens, room);
  const written = [];
  let sent = '';
  let finishReason = 'length';
  for await (const token of sequence.evaluate(tokens, { temperature, yieldEogToken: true })) {
    if (response.destroyed) return;
    if (model.isEogToken(token)) {
      finishReason = 'stop';
      break;
    }
    written.push(token);
    const text = model.detokenize(written);
    // Half of a character: the rest is in the next token.
    if (!text.endsWith('\uFFFD')) {
      stream(response, {
        choices: [{ index: 0, delta: { content: text.slice(sent.length) }, finish_reason: null }],
      });
      sent = text;
    }
    if (written.length >= limit) break;
  }
  stream(response, { choices: [{ index: 0, delta: {}, finish_reason: finishReason }] });
  const usage = { prompt_tokens: tokens.length, completion_tokens: written.length };
  stream(response, { choices: [], usage });
  response.end('data: [DONE]\n\n');
}

/** The model's turn comes last. */
function toHistory(messages) {
  const turns = messages.map(({ role, content }) => {
    const text = typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
    return role === 'assistant' ? { type: 'model', response: [text] } : { type: role, text };
  });
  return [...turns, { type: 'model', response: [] }];
}

function stream(response, chunk) {
  response.write(
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: MODEL_ID, ...chunk })}\n\n`,
  );
}

function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function readJson(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stderr.write(`listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}\n`);
});
