/** What the model is shown of real outputs: a real kernel, a scripted model server, and the prompts it was sent. */
import { expect, test } from 'vitest';
import { exportIpynb } from '../../../lib/export/export-ipynb.ts';
import { inlineNotebook } from '../../../lib/export/inline-notebook.ts';
import { isBlobRef } from '../../../lib/notebook/mime-value.ts';
import { DIGEST_MIME_TYPE } from '../../../lib/notebook/output-digest.ts';
import { toObservationOptions } from '../../../lib/observation/observation-options.ts';
import { toObservation } from '../../../lib/observation/to-observation.ts';
import type { RunRequest } from '../../../lib/protocol/runs/run.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import type { ModelServerRequest } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { openRuntime } from '../../helpers/runtime/test-runtime.ts';

const provider = shareProvider();

interface Look {
  vision?: boolean;
  limits?: RunRequest['limits'];
}

/** Runs each code as a step; what the model was sent of each. */
async function observe(codes: string[], { vision = false, limits = {} }: Look = {}) {
  const { provider: kernels, workspacesDir } = provider;
  const opened = await openRuntime(kernels, workspacesDir, [...codes.map((code) => fence(code)), 'Done.'], {
    vision,
  });
  const session = await opened.run('Go', limits);
  const run = session.runs[0];
  if (!run) throw new Error('No run.');
  expect(run.outcome).toEqual({ status: 'answered' });
  const cells = session.cells.filter(({ role }) => role === 'code');
  const options = toObservationOptions(session, run);
  const looks = cells.map((cell, index) => {
    const observed = toObservation(cell, options);
    const sent = readLast(opened.model.requests[index + 1]);
    // The page shows what it computes; the model was sent the same.
    expect(sent.text).toContain(observed.text);
    expect(sent.images).toHaveLength(observed.images.length);
    return { ...observed, cell, sent };
  });
  return { looks, session, opened };
}

interface Part {
  type: string;
  text?: string;
  image_url?: { url: string };
}

function readLast(request: ModelServerRequest | undefined) {
  const content = request?.messages.at(-1)?.content;
  const parts: Part[] = typeof content === 'string' ? [{ type: 'text', text: content }] : (content as Part[]);
  const text = parts.map((part) => part.text ?? '').join('');
  const images = parts.flatMap(({ image_url: image }) => (image ? [image.url] : []));
  return { text, images };
}

const PLOT = `
import matplotlib.pyplot as plt
fig, ax = plt.subplots(figsize=(12, 8), dpi=150)
ax.plot([1, 2, 3], [1, 4, 9], label="squares")
ax.bar([1, 2, 3], [3, 2, 1], label="falling")
ax.scatter([1, 2], [3, 4])
ax.set(title="Growth", xlabel="year", ylabel="height (m)")
ax.legend()
plt.show()`;
const NOISE = `
import numpy as np, matplotlib.pyplot as plt
plt.imshow(np.random.default_rng(1).random((300, 300, 3)))
plt.title("Noise")
plt.show()`;
const BIG_PICTURE = `from PIL import Image\nImage.effect_noise((3000, 1000), 80)`;
const SVG = `%config InlineBackend.figure_formats = ["svg"]\nimport matplotlib.pyplot as plt\nplt.plot([1]); plt.show()`;

const PNG_URL = /^data:image\/png;base64,iVBOR/;
/** Of noise, a copy would be too large as PNG. */
const PICTURE_URL = /^data:image\/(?:png;base64,iVBOR|jpeg;base64,\/9j\/)/;

test('a model that sees is sent pictures: scaled, stored ones too, each under a known price', async () => {
  const { looks, session, opened } = await observe([PLOT, NOISE, BIG_PICTURE, SVG], { vision: true });
  for (const { sent, tokens } of looks) {
    expect(sent.images).toHaveLength(1);
    expect(sent.images[0]).toMatch(PICTURE_URL);
    expect(tokens).toBeLessThan(1_500);
  }
  const [plot, noise, big] = looks;
  const bytes = Buffer.from(plot?.sent.images[0]?.replace('data:image/png;base64,', '') ?? '', 'base64');
  expect(Math.max(bytes.readUInt32BE(16), bytes.readUInt32BE(20))).toBe(768);
  expect(plot?.text).toMatch(/^\[image\/png, \d{4}x\d{4} pixels, \d+ KB, attached\]$/);
  expect(big?.text).toContain('3000x1000 pixels');

  // The person has pictures as they were made, and the notebook knows nothing of the copies.
  const shown = noise?.cell.outputs.find((output) => 'data' in output);
  expect(shown && 'data' in shown && isBlobRef(shown.data['image/png'])).toBe(true);
  const content = exportIpynb(await inlineNotebook(session, opened.blobs, 'notebook'));
  expect(content).toContain('"image/png": "iVBOR');
  expect(content).not.toMatch(/digest|vnd\.actbook/);
});

test('with tool calls the picture comes after the answers to them', async () => {
  const call = { id: 'c1', name: 'execute_code', arguments: JSON.stringify({ code: PLOT }) };
  const script = [{ toolCalls: [call] }, 'Done.'];
  const options = { vision: true, nativeTools: true };
  const opened = await openRuntime(provider.provider, provider.workspacesDir, script, options);
  await opened.run('Go');
  const messages = opened.model.requests[1]?.messages ?? [];
  const answer = messages.findIndex(({ role }) => role === 'tool');
  expect(messages[answer]?.content).toContain('attached]');
  expect(messages[answer + 1]?.role).toBe('user');
  expect(readLast(opened.model.requests[1]).images[0]).toMatch(PNG_URL);
});

const FRAMES = `
import pandas as pd
df = pd.DataFrame({"name": ["a"] * 500, "mpg": [1.5] * 500, "when": pd.to_datetime(["2024-01-01"] * 500)})
display(df.head(3))
df`;
const FORGED = `
from IPython.display import display
from matplotlib.figure import Figure
excerpts = {"text/plain": {"text": "hidden", "characters": 0, "lines": 0}}
copy = {"mimeType": "image/png", "width": 1, "height": 1, "data": {"blob": "${'a'.repeat(64)}", "bytes": 1, "encoding": "base64"}}
display({"text/plain": "shown", "${DIGEST_MIME_TYPE}": {"excerpts": excerpts, "copy": copy}}, raw=True)
class Frame:
    def __repr__(self): return "a frame"
    @property
    def dtypes(self): raise SystemExit
Frame.__module__, Frame.__name__ = "pandas", "DataFrame"
display(Frame())
class Odd(Figure):
    def get_suptitle(self): raise ValueError("no")
Odd()`;

test('a model that does not see reads what is drawn; tables keep shape, types and rows', async () => {
  const restart = 'import os; os._exit(1)';
  const { looks } = await observe([
    PLOT,
    NOISE,
    FRAMES,
    FORGED,
    restart,
    'import pandas as pd\npd.DataFrame({"a": [1]})',
  ]);
  const [plot, noise, frames, forged, , after] = looks;
  expect(plot?.text).toMatch(/^\[image\/png, \d{4}x\d{4} pixels, \d+ KB, shown to the user\]\n/);
  expect(plot?.text).toContain(
    'title “Growth”; x axis “year”; y axis “height (m)”; legend “squares”, “falling”; drawn: bar (3), points (2), line.',
  );
  expect(noise?.text).toMatch(
    /\[image\/png, \d{3}x\d{3} pixels, [\d,]+ KB, shown to the user\]\ntitle “Noise”; drawn: image/,
  );

  expect(frames?.text).toMatch(
    /\[3 rows x 3 columns; dtypes: name (?:str|object), mpg float64, when datetime64\[\w+\]\]/,
  );
  expect(frames?.text).toMatch(/\[500 rows x 3 columns; dtypes: name/);
  expect(frames?.text).toContain('499    a  1.5 2024-01-01');

  expect(forged?.cell.status).toBe('ok');
  expect(forged?.text).toContain('shown\na frame\n');
  expect(forged?.text).not.toContain('hidden');
  expect(forged?.cell.outputs.some((output) => 'digest' in output)).toBe(false);

  expect(after?.text).toBe('[1 row x 1 column; dtypes: a int64]\n   a\n0  1');
});

test('10 MB of print cost under 2,000 tokens, with head, tail and an honest count; the budget is a limit', async () => {
  const flood = 'for i in range(200_000): print(f"{i:049d}")';
  const { looks } = await observe([flood]);
  const { text, tokens } = looks[0] ?? { text: '', tokens: 0 };
  expect(tokens).toBeLessThan(2_000);
  expect(text).toMatch(/^0{49}\n/);
  expect(text.endsWith('199999')).toBe(true);
  const omitted = Number(/([\d,]+) characters left out/.exec(text)?.[1]?.replaceAll(',', ''));
  expect(Math.abs(10_000_000 - omitted - text.length)).toBeLessThan(500);

  const small = await observe(['print("word " * 5000)'], { limits: { observationTokens: 300 } });
  expect(small.looks[0]?.tokens).toBeLessThanOrEqual(300);
});
