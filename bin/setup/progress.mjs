const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
/** Between lines where nothing can be drawn in place. */
const LINE_MS = 15_000;

/**
 * Shows one phase on stderr with the time it takes: a spinner on a terminal, elsewhere a line every 15 s.
 *
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @param {NodeJS.WriteStream} [stream]
 * @returns {Promise<T>}
 */
export async function showProgress(label, work, stream = process.stderr) {
  const startedAt = Date.now();
  const line = createLine(stream, label, () => (Date.now() - startedAt) / 1000);
  try {
    const result = await work();
    line.end('✓');
    return result;
  } catch (error) {
    line.end('✗');
    throw error;
  }
}

function createLine(stream, label, readSeconds) {
  const write = (mark) => stream.write(`${mark} ${label} (${readSeconds().toFixed(1)} s)`);
  const draw = (mark) => {
    stream.write('\r\x1b[2K');
    write(mark);
  };
  let frame = 0;
  const still = `  still ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  const timer = stream.isTTY
    ? setInterval(() => draw(FRAMES[frame++ % FRAMES.length]), FRAME_MS)
    : setInterval(() => stream.write(`${still}, ${Math.round(readSeconds())} s\n`), LINE_MS);
  if (!stream.isTTY) stream.write(`${label} …\n`);
  return {
    end(mark) {
      clearInterval(timer);
      (stream.isTTY ? draw : write)(mark);
      stream.write('\n');
    },
  };
}
