import { readEvents } from './read-events.ts';

const EMPTY = { events: [], nextCursor: '' };
const never = new AbortController().signal;

/** A clock that each pause moves. */
function feed() {
  let nowMs = 0;
  const waiting: (() => void)[] = [];
  const read = readEvents({
    listEvents: async () => EMPTY,
    now: () => nowMs,
    pause: (ms) =>
      new Promise<void>((resolve) => {
        waiting.push(() => {
          nowMs += ms;
          resolve();
        });
      }),
  });
  return { read, waiting };
}

test('an account may have twenty readers waiting; the next one is answered at once', async () => {
  const { read, waiting } = feed();
  const asked = { accountId: 'a', limit: 10, after: undefined, waitSeconds: 1 };
  const first = Array.from({ length: 20 }, () => read(asked, never));

  expect(await read(asked, never)).toEqual(EMPTY);

  // Another account waits, and so does the first one when its readers have ended.
  const other = read({ ...asked, accountId: 'b' }, never);
  await new Promise(setImmediate);
  expect(waiting).toHaveLength(21);
  while (waiting.length > 0) {
    waiting.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all([...first, other]);
  void read(asked, never);
  await new Promise(setImmediate);
  expect(waiting).toHaveLength(1);
});
