const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;

/**
 * Shows one phase on stderr with the time it takes: a spinner on a terminal, plain lines elsewhere.
 *
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @param {NodeJS.WriteStream} [stream]
 * @returns {Promise<T>}
 */
export async function showProgress(label, work, stream = process.stderr) {
  const startedAt = Date.now();
  const elapsed = () => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
  const line = createLine(stream, label, elapsed);
  try {
    const result = await work();
    line.end('✓');
    return result;
  } catch (error) {
    line.end('✗');
    throw error;
  }
}

function createLine(stream, label, elapsed) {
  if (!stream.isTTY) {
    stream.write(`${label} …\n`);
    return { end: (mark) => stream.write(`${mark} ${label} (${elapsed()})\n`) };
  }
  let frame = 0;
  const draw = (mark) => stream.write(`\r\x1b[2K${mark} ${label} (${elapsed()})`);
  const timer = setInterval(() => draw(FRAMES[frame++ % FRAMES.length]), FRAME_MS);
  return {
    end(mark) {
      clearInterval(timer);
      draw(mark);
      stream.write('\n');
    },
  };
}
