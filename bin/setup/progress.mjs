const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
/** Between lines where nothing can be drawn in place. */
const LINE_MS = 15_000;
const DEFAULT_COLUMNS = 80;

/**
 * Shows steps on stderr with the time they take and what they last said: a spinner each on a terminal, elsewhere a line
 * every 15 s. Several can run at once.
 *
 * @param {NodeJS.WriteStream} [stream]
 */
export function createProgress(stream = process.stderr) {
  const steps = new Set();
  const board = stream.isTTY ? createBoard(stream, steps) : createLines(stream, steps);
  return {
    /**
     * @template T
     * @param {string} label
     * @param {(say: (detail: string) => void) => Promise<T>} work `say` takes a few words on how far it is
     * @returns {Promise<T>}
     */
    async show(label, work) {
      const step = { label, detail: '', startedAt: Date.now() };
      board.begin(step);
      let mark = '✗';
      try {
        const result = await work((detail) => {
          step.detail = detail;
        });
        mark = '✓';
        return result;
      } finally {
        board.end(step, mark);
      }
    },
  };
}

function readSeconds({ startedAt }) {
  return (Date.now() - startedAt) / 1000;
}

function toLine(step, mark) {
  return `${mark} ${step.label} (${readSeconds(step).toFixed(1)} s)`;
}

/** The steps at work are the last lines, drawn again in place; those that ended stay above them. */
function createBoard(stream, steps) {
  let frame = 0;
  let drawn = 0;
  let timer = null;
  const draw = (ended = '') => {
    const columns = stream.columns ?? DEFAULT_COLUMNS;
    const mark = FRAMES[frame % FRAMES.length];
    const lines = [...steps].map((step) => {
      const line = `${toLine(step, mark)}${step.detail && ` ${step.detail}`}`;
      // A line that wraps would count as two.
      return line.length < columns ? line : `${line.slice(0, columns - 2)}…`;
    });
    stream.write(
      `${drawn > 0 ? `\x1b[${drawn}A` : ''}\r\x1b[J${ended}${lines.map((line) => `${line}\n`).join('')}`,
    );
    drawn = lines.length;
  };
  return {
    begin(step) {
      steps.add(step);
      timer ??= setInterval(() => {
        frame += 1;
        draw();
      }, FRAME_MS);
      draw();
    },
    end(step, mark) {
      steps.delete(step);
      if (steps.size === 0) {
        clearInterval(timer);
        timer = null;
      }
      draw(`${toLine(step, mark)}\n`);
    },
  };
}

function createLines(stream, steps) {
  const timers = new Map();
  return {
    begin(step) {
      steps.add(step);
      stream.write(`${step.label} …\n`);
      const still = `  still ${step.label.charAt(0).toLowerCase()}${step.label.slice(1)}`;
      const report = () => {
        const detail = step.detail && `: ${step.detail}`;
        stream.write(`${still}, ${Math.round(readSeconds(step))} s${detail}\n`);
      };
      timers.set(step, setInterval(report, LINE_MS));
    },
    end(step, mark) {
      steps.delete(step);
      clearInterval(timers.get(step));
      stream.write(`${toLine(step, mark)}\n`);
    },
  };
}
