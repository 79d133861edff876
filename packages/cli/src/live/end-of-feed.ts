import type { Entrada } from '@entrada/client/entrada';
import type { Context } from '../command.ts';

const PAGE_SIZE = 200;

/** The position after the newest event: what was acknowledged before is not read again. */
export async function endOfFeed(
  { signal, terminal }: Pick<Context, 'signal' | 'terminal'>,
  { events }: Entrada,
): Promise<string | undefined> {
  const stopProgress = terminal.progress('Looking for the end of the feed');
  try {
    for (let cursor: string | undefined; ; ) {
      const page = await events.read({ cursor, limit: PAGE_SIZE }, { signal });
      const next = page.nextCursor ?? cursor;
      if (page.events.length === 0 || next === cursor) return next;
      cursor = next;
    }
  } finally {
    stopProgress();
  }
}
