import { expect, onTestFinished, test, vi } from 'vitest';
import { type FeedEnd, openEventFeed, watchWake } from '../../../lib/stream/event-feed.ts';

class Connection extends EventTarget {
  readonly url: string;
  isOpen = true;

  constructor(url: string) {
    super();
    this.url = url;
  }

  close() {
    this.isOpen = false;
  }

  send(type: string, data = '{}') {
    this.dispatchEvent(new MessageEvent(type, { data }));
  }
}

/** A feed whose connections and clock the test drives. */
function openFeed({ end = null }: { end?: FeedEnd | null } = {}) {
  const connections: Connection[] = [];
  const log: string[] = [];
  let wake = () => {};
  let timers: { task: () => void; delayMs: number }[] = [];
  const close = openEventFeed(
    's-1',
    {
      getSeq: () => 7,
      onEvents: (events) => log.push(`${events.length} events`),
      onReady: () => log.push('ready'),
      onDrop: () => log.push('drop'),
      onEnd: (reason) => log.push(reason),
    },
    {
      connect: (url) => {
        const connection = new Connection(url);
        connections.push(connection);
        return connection;
      },
      schedule: (task, delayMs) => {
        const timer = { task, delayMs };
        timers.push(timer);
        return () => {
          timers = timers.filter((each) => each !== timer);
        };
      },
      findEnd: async () => end,
      watch: (onWake) => {
        wake = onWake;
        return () => log.push('unwatched');
      },
    },
  );
  /** Lets the only timer that waits run out, and what it started settle. */
  const runOut = async () => {
    const timer = timers.pop() ?? expect.fail('no timer is waiting');
    expect(timers).toEqual([]);
    timer.task();
    await settle();
    return timer.delayMs;
  };
  const connection = () => connections.at(-1) ?? expect.fail('nothing is connected');
  return {
    close,
    connection,
    connections,
    log,
    runOut,
    wake: () => wake(),
    countTimers: () => timers.length,
  };
}

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('events and the end of the history are handed on', () => {
  const { connection, log } = openFeed();
  expect(connection().url).toBe('/api/sessions/s-1/events?after=7');
  connection().send('message', '[{}, {}]');
  connection().send('ready');
  expect(log).toEqual(['2 events', 'ready']);
});

test.each(['open', 'heartbeat', 'message', 'ready'])('%s proves that the connection is alive', (type) => {
  const { connection, countTimers, log } = openFeed();
  connection().send(type, type === 'message' ? '[]' : '{}');
  expect(countTimers()).toBe(1);
  expect(connection().isOpen).toBe(true);
  expect(log).not.toContain('drop');
});

test('a silent connection is given up and opened again', async () => {
  const { connections, connection, log, runOut } = openFeed();
  connection().send('ready');
  expect(await runOut()).toBe(40_000);
  expect(connections[0]?.isOpen).toBe(false);
  expect(log).toEqual(['ready', 'drop']);
  expect(await runOut()).toBe(500);
  connection().send('ready');
  expect(connections).toHaveLength(2);
  expect(log).toEqual(['ready', 'drop', 'ready']);
});

test('tries come slower while none succeeds', async () => {
  const { connection, runOut } = openFeed();
  const delays: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    connection().send('error');
    await settle();
    delays.push(await runOut());
  }
  expect(delays).toEqual([500, 1000, 2000, 4000, 5000]);
  connection().send('ready');
  connection().send('error');
  await settle();
  expect(await runOut()).toBe(500);
});

test('a deleted session is told as such, never as a lost connection', async () => {
  const { connection, connections, log, countTimers } = openFeed({ end: 'missing' });
  connection().send('ready');
  connection().send('error');
  await settle();
  expect(log).toEqual(['ready', 'missing']);
  expect([connections.length, countTimers(), connection().isOpen]).toEqual([1, 0, false]);
});

test('a closed feed stays closed, also while it asks why it was lost', async () => {
  const { close, connection, connections, log, countTimers } = openFeed();
  connection().send('error');
  close();
  await settle();
  expect([connections.length, countTimers(), log]).toEqual([1, 0, ['unwatched']]);
});

test('a connection that may have died is replaced at once; it is lost when the next one is silent', async () => {
  const { connection, connections, countTimers, log, runOut, wake } = openFeed();
  connection().send('ready');
  wake();
  expect([connections.length, connections[0]?.isOpen, countTimers(), log]).toEqual([2, false, 1, ['ready']]);
  connection().send('open');
  expect(await runOut()).toBe(40_000);
  // The next try comes at once.
  wake();
  expect([connections.length, countTimers()]).toEqual([3, 1]);
  expect(await runOut()).toBe(5_000);
  expect(log).toEqual(['ready', 'drop', 'drop']);
});

test('while it asks why a connection was lost, no other one is opened beside the next', async () => {
  const { connection, connections, countTimers, wake } = openFeed();
  connection().send('error');
  wake();
  await settle();
  expect([connections.length, countTimers()]).toEqual([1, 1]);
});

test('a page notices that the computer slept, when it is shown, and that the network is there again', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const target = new EventTarget();
  const page = { hidden: false };
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
  onTestFinished(() => void vi.unstubAllGlobals());
  const wake = vi.fn();
  const unwatch = watchWake(wake);
  vi.advanceTimersByTime(60_000);
  expect(wake).toHaveBeenCalledTimes(0);
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(10_000);
  expect(wake).toHaveBeenCalledTimes(1);
  page.hidden = true;
  vi.advanceTimersByTime(60_000);
  expect(wake).toHaveBeenCalledTimes(1);
  page.hidden = false;
  vi.advanceTimersByTime(2_000);
  expect(wake).toHaveBeenCalledTimes(2);
  target.dispatchEvent(new Event('online'));
  expect(wake).toHaveBeenCalledTimes(3);
  unwatch();
  target.dispatchEvent(new Event('online'));
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(10_000);
  expect(wake).toHaveBeenCalledTimes(3);
});
