import { describe, expect, it } from 'vitest';
import { readJupyterAddress } from '../../../lib/kernel/wire/jupyter-address.ts';

describe('the address of a Jupyter server', () => {
  it.each([
    ['http://127.0.0.1:8888', 'http://127.0.0.1:8888/'],
    ['http://127.0.0.1:8888/lab', 'http://127.0.0.1:8888/'],
    ['http://127.0.0.1:8888/lab/tree/a.ipynb', 'http://127.0.0.1:8888/'],
    ['http://127.0.0.1:8888/tree?', 'http://127.0.0.1:8888/'],
    ['https://example.org/jupyter', 'https://example.org/jupyter/'],
    ['https://hub.example.org/user/ann', 'https://hub.example.org/user/ann/'],
    ['https://hub.example.org/user/ann/lab', 'https://hub.example.org/user/ann/'],
    ['https://hub.example.org/user/lab/tree', 'https://hub.example.org/user/lab/'],
    ['https://hub.example.org/jupyter/user/tree/', 'https://hub.example.org/jupyter/user/tree/'],
  ])('of %s is %s', (url, base) => {
    expect(readJupyterAddress({ url, token: 'a' })).toEqual({ url: base, token: 'a' });
  });

  it('may be a Unix socket', () => {
    const url = 'http+unix://%2Frun%2FMy%20kernels%2Fjupyter.sock/?token=a';
    const address = { url: 'http://localhost/', token: 'a', socketPath: '/run/My kernels/jupyter.sock' };
    expect(readJupyterAddress({ url, token: '' })).toEqual(address);
  });

  it.each([
    ['http://127.0.0.1:8888/lab?token=b', '', 'b'],
    ['http://127.0.0.1:8888/?token=b', 'a', 'a'],
    ['http://127.0.0.1:8888/', '', ''],
  ])('%s with the token “%s” has the token “%s”', (url, token, chosen) => {
    expect(readJupyterAddress({ url, token }).token).toBe(chosen);
  });

  it.each([
    ['127.0.0.1:8888'],
    ['localhost:8888/lab'],
    ['ftp://example.org/'],
    ['http://ann:secret@example.org/'],
  ])('is refused when it is %s, with nothing of it in the message', (url) => {
    expect(() => readJupyterAddress({ url, token: '' })).toThrow(/JUPYTER_SERVER_URL(?!.*secret)/);
  });
});
