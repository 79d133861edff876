import { MINUTE_MS } from '@entrada/platform/time/units';
import fc from 'fast-check';
import { openWindow, windowId, windowOf, windowsToClose } from './bank-window.ts';

const NOW = new Date('2026-11-15T12:03:00Z');
const minutesFromNow = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS);

test('wherever the open window begins, also in the future, it is listed from the past until after now', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000, max: 10_000 }), (minutes) => {
      const { from, to } = openWindow(minutesFromNow(minutes), NOW);

      expect(from.getTime()).toBeLessThanOrEqual(NOW.getTime() - MINUTE_MS);
      expect(to.getTime()).toBeGreaterThan(NOW.getTime());
    }),
  );
});

test('after any outage the windows that close and the open one leave no second out', () => {
  fc.assert(
    fc.property(fc.integer({ min: -500_000, max: 0 }), (minutes) => {
      let reached = minutesFromNow(minutes).getTime();
      const windows = windowsToClose(new Date(reached), NOW);
      for (const { from, to } of windows) {
        expect(from.getTime()).toBe(reached);
        expect(to.getTime()).toBeGreaterThan(reached);
        reached = to.getTime();
      }
      expect(openWindow(new Date(reached), NOW).from.getTime()).toBeLessThanOrEqual(reached);
      expect(reached).toBeLessThanOrEqual(NOW.getTime());
      expect(windows.length).toBeLessThanOrEqual(1_001);
    }),
  );
});

test('a window closes some seconds after its end, when also a bank whose clock is behind lists it', () => {
  const begin = new Date('2026-11-15T11:50:00Z');
  const end = new Date('2026-11-15T12:00:00Z');
  expect(windowsToClose(begin, new Date('2026-11-15T12:00:04Z'))).toEqual([]);
  expect(windowsToClose(begin, new Date('2026-11-15T12:00:05Z'))).toEqual([
    { from: begin, to: end },
  ]);
});

test('the id of a window leads back to its seconds, and no other id does', () => {
  const window = {
    from: new Date('2026-11-19T01:02:03.000Z'),
    to: new Date('2026-11-20T04:05:06.999Z'),
  };
  expect(windowOf(windowId(window))).toEqual(window);
  expect(windowOf('E0000000020261120120042390a3065a')).toBeNull();
});
