import { openFeedReaders } from '../live/open-live.ts';
import { readEvents } from './read-events.ts';

const EMPTY = { events: [], nextCursor: '' };
const EVENT = { events: ['{}'], nextCursor: '1' };
const never = new AbortController().signal;
const asked = { accountId: 'a', credentialId: 'k', limit: 10, after: undefined, waitSeconds: 30 };

function feed() {
  const readers = openFeedReaders();
  const state: { page: typeof EMPTY | typeof EVENT; reads: number } = { page: EMPTY, reads: 0 };
  const read = readEvents({
    listEvents: async () => {
      state.reads += 1;
      return state.page as never;
    },
    waitForEvents: readers.wait,
    now: Date.now,
  });
  return { read, readers, state };
}

const turn = () => new Promise(setImmediate);

test('a waiting reader reads again when its account is hinted, and not when another is', async () => {
  const { read, readers, state } = feed();
  const reading = read(asked, never);
  await turn();
  readers.hint('b');
  await turn();
  expect(state.reads).toBe(1);

  state.page = EVENT;
  readers.hint('a');

  expect(await reading).toEqual(EVENT);
  expect(state.reads).toBe(2);
});

test('a hint that comes during a read is not lost', async () => {
  const { read, readers, state } = feed();
  const reading = read(asked, never);
  state.page = EVENT;
  readers.hint('a');

  expect(await reading).toEqual(EVENT);
});

test('after a gap every reader reads again', async () => {
  const { read, readers, state } = feed();
  const reading = [read(asked, never), read({ ...asked, accountId: 'b' }, never)];
  await turn();
  state.page = EVENT;

  readers.hintAll();

  expect(await Promise.all(reading)).toEqual([EVENT, EVENT]);
});

test('a revocation ends the wait of its key, and of no other', async () => {
  const { read, readers, state } = feed();
  const revoked = read(asked, never);
  const other = read({ ...asked, credentialId: 'other' }, never);
  await turn();

  readers.revoke(new Set(['k']));

  expect(await revoked).toBeNull();
  state.page = EVENT;
  readers.hint('a');
  expect(await other).toEqual(EVENT);
});

test('an account may have twenty readers waiting; the next one is answered at once', async () => {
  const { read } = feed();
  const leave = new AbortController();
  const first = Array.from({ length: 20 }, () => read(asked, leave.signal));

  expect(await read(asked, never)).toEqual(EMPTY);

  const other = read({ ...asked, accountId: 'b' }, leave.signal);
  leave.abort();
  await Promise.all([...first, other]);
  const again = read(asked, AbortSignal.abort());
  expect(await again).toEqual(EMPTY);
});
