import { MINUTE_MS } from '@entrada/platform/time/units';
import fc from 'fast-check';
import { nextWindow } from './sweep-window.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const minutesFromNow = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS);

test('wherever the watermark is, also in the future, the window begins in the past and the watermark ends at now or before', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000, max: 10_000 }), (minutes) => {
      const { from, to, sweptTo } = nextWindow(minutesFromNow(minutes), NOW);

      expect(from.getTime()).toBeLessThanOrEqual(NOW.getTime() - MINUTE_MS);
      expect(to.getTime()).toBeGreaterThan(from.getTime());
      expect(sweptTo.getTime()).toBeLessThanOrEqual(NOW.getTime());
    }),
  );
});

test('a sweep that follows its windows from any time on leaves no second out until it reaches now', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5_000, max: 0 }), (minutes) => {
      let watermark = minutesFromNow(minutes);
      for (let window = nextWindow(watermark, NOW); ; window = nextWindow(watermark, NOW)) {
        expect(window.from.getTime()).toBeLessThan(watermark.getTime());
        expect(window.to.getTime()).toBeGreaterThanOrEqual(window.sweptTo.getTime());
        if (window.isLast) break;
        expect(window.sweptTo.getTime()).toBeGreaterThan(watermark.getTime());
        watermark = window.sweptTo;
      }
    }),
  );
});
