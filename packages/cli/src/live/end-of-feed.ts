import type { Entrada } from '@entrada/client/entrada';
import { CommandError } from '@entrada/command-line/command-error';
import type { Context } from '../command.ts';

const PAGE_SIZE = 200;
const PAGES_MAX = 10_000;

/** The position after the newest event: what was acknowledged before is not read again. */
export async function endOfFeed(
  { signal, terminal }: Pick<Context, 'signal' | 'terminal'>,
  { events }: Entrada,
): Promise<string | undefined> {
  const stopProgress = terminal.progress('Looking for the end of the feed');
  try {
    let cursor: string | undefined;
    for (let pages = 0; pages < PAGES_MAX; pages += 1) {
      const page = await events.read({ cursor, limit: PAGE_SIZE }, { signal });
      const next = page.nextCursor ?? cursor;
      if (page.events.length === 0 || next === cursor) return next;
      cursor = next;
    }
    throw new CommandError(
      `The feed has more than ${PAGES_MAX * PAGE_SIZE} events that were not acknowledged. Acknowledge those that you have handled: POST /api/events/ack.`,
    );
  } finally {
    stopProgress();
  }
}
