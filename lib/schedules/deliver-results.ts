/**
 * Sends results to webhooks, as https://www.standardwebhooks.com says: JSON with its ID, the time, and a signature in headers. What is
 * still to be sent is in the queue, so that attempts continue after a restart.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import type { Delivery, ScheduleRun } from '../protocol/schedules/schedule.ts';
import { toMessage } from '../util/app-error.ts';
import type { Clock } from './clock.ts';
import type { KeptSchedule, ScheduleQueue } from './schedule-queue.ts';

interface DelivererDeps {
  queue: ScheduleQueue;
  clock: Clock;
  /** The key of the home, from which that of each schedule is made. */
  readKey(): Buffer;
  closing: AbortSignal;
}

/** Pauses after the attempts that failed, milliseconds: after the last, it is given up. */
const PAUSES_MS = [30_000, 120_000, 600_000, 3_600_000, 6 * 3_600_000];
/** How long a receiver may take, milliseconds. */
const TIMEOUT_MS = 10_000;
/** A process that ended during an attempt leaves it to others after this long, milliseconds. */
const LEFT_MS = 60_000;
/** Attempts of one look, so that what is due to run does not wait for slow receivers. */
const MAX_ATTEMPTS = 3;

export function createDeliverer({ queue, clock, readKey, closing }: DelivererDeps): () => Promise<void> {
  async function send(run: ScheduleRun & { delivery: Delivery }): Promise<void> {
    const schedule = await queue.findSchedule(run.scheduleId);
    const webhook = schedule?.settings.webhook ?? null;
    if (!schedule || webhook === null) return queue.changeRun(run.id, { delivery: null });
    const problem = await post(webhook, writeMessage(schedule, run, clock.now(), readKey()), closing);
    // It did not fail: it is made again by the next process.
    if (closing.aborted) return;
    const attempts = run.delivery.attempts + 1;
    const pauseMs = PAUSES_MS[attempts - 1];
    if (problem === null)
      return queue.changeRun(run.id, { delivery: { ...OVER, status: 'delivered', attempts } });
    const delivery: Delivery =
      pauseMs === undefined
        ? { ...OVER, status: 'failed', attempts, problem }
        : { status: 'waiting', attempts, problem, nextAt: clock.now() + pauseMs };
    await queue.changeRun(run.id, { delivery });
  }

  return async () => {
    for (let count = 0; count < MAX_ATTEMPTS && !closing.aborted; count++) {
      const now = clock.now();
      const run = await queue.takeDelivery(now, now + LEFT_MS, now + Math.max(...PAUSES_MS));
      if (!run) return;
      await send(run);
    }
  };
}

const OVER = { nextAt: null } as const;

export interface WebhookMessage {
  headers: Record<string, string>;
  body: string;
}

/** The message of a run, signed with the secret of its schedule. `now`: milliseconds since 1970. */
export function writeMessage(
  { id, sessionId, settings }: KeptSchedule,
  { delivery: _, ...run }: ScheduleRun,
  now: number,
  key: Buffer,
): WebhookMessage {
  const { name, cron, timeZone } = settings;
  // It may be sent when the schedule already says something else.
  const { question, parameters } = run.asked ?? settings;
  const schedule = { id, sessionId, name, cron, timeZone, question, parameters };
  const body = JSON.stringify({ type: 'schedule.run', schedule, run });
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', deriveKey(key, id))
    .update(`${run.id}.${timestamp}.${body}`)
    .digest('base64');
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': run.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  };
}

/** What a receiver checks signatures with, as libraries take it. */
export function deriveSecret(key: Buffer, scheduleId: string): string {
  return `whsec_${deriveKey(key, scheduleId).toString('base64')}`;
}

/** The receiver of one schedule cannot sign for another one. */
function deriveKey(key: Buffer, scheduleId: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `webhook ${scheduleId}`, 32));
}

/** Resolves to null once a receiver has taken it, or to why not, in a sentence without the address. */
async function post(
  url: string,
  { headers, body }: WebhookMessage,
  closing: AbortSignal,
): Promise<string | null> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = AbortSignal.any([timeout, closing]);
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel();
    const { status } = response;
    if (response.ok) return null;
    return status >= 300 && status < 400
      ? `The webhook redirects (${status}), and redirects are not followed.`
      : `The webhook answered with ${status}.`;
  } catch (error) {
    if (timeout.aborted) return `The webhook did not answer within ${TIMEOUT_MS / 1000} seconds.`;
    return `The webhook cannot be reached (${readCode(error)}).`;
  }
}

/** The code of the system, as messages may hold the address. */
function readCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  const code: unknown = cause instanceof Object && 'code' in cause ? cause.code : null;
  return typeof code === 'string'
    ? code
    : toMessage(error)
        .replaceAll(/https?:\S+/g, '…')
        .slice(0, 100);
}

const PRIVATE_NETS =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 ::1/128 fc00::/7 fe80::/10';

/** Says where a webhook's address leads, if that is not the public internet; null otherwise, and where the name is not known now. */
export async function describePrivate(url: string): Promise<string | null> {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$|\.$/, '$1');
  const found = await lookup(host, { all: true }).catch(() => []);
  const nets = new BlockList();
  const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
  for (const each of PRIVATE_NETS.split(' ')) {
    const [net = '', bits] = each.split('/');
    nets.addSubnet(net, Number(bits), familyOf(net));
  }
  const own = found.find(({ address }) => nets.check(address, familyOf(address)));
  if (!own) return null;
  const address = own.address === host ? '' : ` ${own.address}, which is`;
  return `${host} is${address} in a private network or on this machine.`;
}
