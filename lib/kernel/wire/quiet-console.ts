/**
 * Keeps the chatter of `@jupyterlab/services` off the terminal, where `console.debug` would end up in the
 * output of a command: it prints the address of every connection and every status of a kernel.
 */
const CHATTER = [
  /^Starting WebSocket: /,
  /^Kernel: \w+ \(/,
  /^Connection lost, reconnecting in /,
  /^Removing errant kernel spec: /,
];
const METHODS = ['debug', 'warn'] as const;

/** Filters the console until the returned function is called. */
export function quietConsole({ console: target } = globalThis): () => void {
  const originals = METHODS.map((method) => target[method]);
  METHODS.forEach((method, index) => {
    target[method] = (...values: unknown[]) => {
      if (!CHATTER.some((pattern) => pattern.test(String(values[0])))) originals[index]?.(...values);
    };
  });
  return () => {
    METHODS.forEach((method, index) => {
      const original = originals[index];
      if (original) target[method] = original;
    });
  };
}
