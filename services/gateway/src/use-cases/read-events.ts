import type { Ports } from '../ports.ts';

/** How often the feed is read while a client waits. */
const READ_EVERY_MS = 500;
const MS = 1_000;
/** Of one account, at this gateway; further ones are answered at once. */
const WAITING_MAX = 20;

type Needs = Pick<Ports, 'listEvents' | 'now' | 'pause'>;
type Input = Parameters<Ports['listEvents']>[0] & { readonly waitSeconds: number };

/** A page of the feed; an empty one only when the wait is over, or the client or the gateway leaves. */
export function readEvents({ listEvents, now, pause }: Needs) {
  const waiting = new Map<string, number>();

  async function readUntil(
    until: number,
    input: Parameters<Ports['listEvents']>[0],
    left: AbortSignal,
  ) {
    for (;;) {
      const page = await listEvents(input);
      const remainingMs = until - now();
      if (page.events.length > 0 || remainingMs <= 0 || left.aborted) return page;
      await pause(Math.min(READ_EVERY_MS, remainingMs), left);
    }
  }

  return async ({ waitSeconds, ...input }: Input, left: AbortSignal) => {
    const { accountId } = input;
    const others = waiting.get(accountId) ?? 0;
    if (waitSeconds === 0 || others >= WAITING_MAX) return listEvents(input);
    waiting.set(accountId, others + 1);
    try {
      return await readUntil(now() + waitSeconds * MS, input, left);
    } finally {
      const rest = (waiting.get(accountId) ?? 1) - 1;
      if (rest === 0) waiting.delete(accountId);
      else waiting.set(accountId, rest);
    }
  };
}
