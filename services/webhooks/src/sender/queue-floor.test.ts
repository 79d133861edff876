import type { ClaimedDelivery, Room } from '../ports.ts';
import { openQueueFloor } from './queue-floor.ts';

const WHOLE = { queueFloor: 0, unfinished: new Map(), isFullScan: true };

let nowMs = 0;
const room = (overrides: [string, number][] = [], deliveriesMax = 512): Room => ({
  deliveriesMax,
  perEndpointMax: 2,
  overrides: new Map(overrides),
});
const claimed = (...found: [string, number][]) =>
  found.map(([endpointId, queueKey]) => ({ endpointId, queueKey }) as ClaimedDelivery);

function open() {
  nowMs = 0;
  const queueFloor = openQueueFloor({ now: () => nowMs, slack: 10 });
  const claim = (
    of: Room,
    found: readonly ClaimedDelivery[],
    { tookMs = 1, isWalkCut = false } = {},
  ) => {
    const start = queueFloor.next();
    queueFloor.learn({ start, room: of, claimed: found, isWalkCut, tookMs });
    return start;
  };
  return { ...queueFloor, claim };
}

test('a claim begins behind what was claimed, and at an endpoint with a backlog where it ended', () => {
  const { claim, next } = open();
  expect(claim(room(), claimed(['a', 101], ['a', 102], ['b', 200]))).toEqual(WHOLE);

  expect(next()).toEqual({ queueFloor: 190, unfinished: new Map([['a', 102]]), isFullScan: false });
});

test('an endpoint without room is looked at from where it was, and one that is empty no more', () => {
  const { claim, next } = open();
  claim(room([['busy', 0]]), claimed(['a', 101], ['a', 102]));
  expect(next().unfinished).toEqual(
    new Map([
      ['a', 102],
      ['busy', 0],
    ]),
  );

  claim(room(), claimed(['b', 500]));

  expect(next()).toEqual({ queueFloor: 490, unfinished: new Map(), isFullScan: false });
});

test('a claim that was cut short raises nothing: endpoints were left out', () => {
  const { claim, next } = open();
  claim(room([], 3), claimed(['a', 101], ['a', 102], ['b', 200]));

  expect(next().queueFloor).toBe(0);
});

test('a claim that left out endpoints raises nothing, and full scans still come once a second', () => {
  const { claim, next } = open();
  claim(room(), claimed(['a', 101]));
  claim(room(), claimed(['b', 200]), { isWalkCut: true });
  expect(next()).toEqual({ queueFloor: 91, unfinished: new Map(), isFullScan: false });

  nowMs = 1_001;
  expect(claim(room(), claimed(['c', 300]), { isWalkCut: true })).toEqual(WHOLE);

  expect(next()).toEqual({ queueFloor: 91, unfinished: new Map(), isFullScan: false });
});

test('a claim that was cut short among backlogs has seen all other endpoints', () => {
  const { claim, next } = open();
  claim(room([], 2), claimed(['a', 101], ['a', 102]));
  nowMs = 2_000;
  expect(next()).toEqual({ ...WHOLE, unfinished: new Map([['a', 0]]) });

  claim(room([], 2), claimed(['a', 103], ['b', 200]));

  expect(next()).toEqual({ queueFloor: 190, unfinished: new Map([['a', 103]]), isFullScan: false });
});

test('every second a claim begins at the beginning, and at once when something is due again', () => {
  const { claim, next, requestFullScan } = open();
  claim(room(), claimed(['a', 100]));
  nowMs = 999;
  expect(next().queueFloor).toBe(90);
  nowMs = 1_001;
  expect(next()).toEqual(WHOLE);

  claim(room(), claimed(['a', 120]));
  expect(next().queueFloor).toBe(110);
  requestFullScan();
  nowMs += 20;
  expect(next()).toEqual(WHOLE);
});

test('claims from the beginning that read much take a twentieth of the time', () => {
  const { claim, next, requestFullScan } = open();
  claim(room(), claimed(['a', 100]), { tookMs: 500 });
  requestFullScan();
  nowMs = 9_999;
  expect(next().queueFloor).toBe(90);
  nowMs = 10_001;
  expect(next()).toEqual(WHOLE);
});

test('a claim that waited for a busy database delays the next from the beginning by seconds only', () => {
  const { claim, next, requestFullScan } = open();
  claim(room(), claimed(['a', 100]), { tookMs: 9_000 });
  requestFullScan();
  nowMs = 15_001;
  expect(next()).toEqual(WHOLE);
});
