import { endOfFeed } from './end-of-feed.ts';

const context = {
  signal: new AbortController().signal,
  terminal: { progress: () => () => {} },
} as never;

function feedOf(pagesMax: number) {
  let reads = 0;
  const read = async () => {
    reads += 1;
    return { events: reads > pagesMax ? [] : [{}], nextCursor: String(reads) };
  };
  return { entrada: { events: { read } } as never, reads: () => reads };
}

test('the position after the newest event is found by reading on', async () => {
  const feed = feedOf(3);
  expect(await endOfFeed(context, feed.entrada)).toBe('4');
});

test('a feed that has no end is not read forever', async () => {
  const feed = feedOf(Number.POSITIVE_INFINITY);
  await expect(endOfFeed(context, feed.entrada)).rejects.toThrow(/more than 2000000 events/);
  expect(feed.reads()).toBe(10_000);
});
