import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cache } from '../../src/cache/cache.ts';
import { eventually } from '../../src/testing/eventually.ts';

const LONG_MS = 60_000;

/** What every cache guarantees, whatever it is made of. */
export function describeCacheContract(name: string, open: () => Promise<Cache>): void {
  describe(`cache contract: ${name}`, () => {
    test('gives back the bytes that were set, whatever they are', async () => {
      await using cache = await open();
      const key = randomUUID();
      const value = Buffer.from([0, 255, 10, 13, 128]);
      await cache.set(key, value, LONG_MS);
      expect(await cache.get(key)).toEqual(value);
    });

    test('an empty value is a value, a key never set is a miss', async () => {
      await using cache = await open();
      const key = randomUUID();
      await cache.set(key, Buffer.alloc(0), LONG_MS);
      expect(await cache.get(key)).toEqual(Buffer.alloc(0));
      expect(await cache.get(randomUUID())).toBeUndefined();
    });

    test('a later value replaces an earlier one and its time to live', async () => {
      await using cache = await open();
      const key = randomUUID();
      await cache.set(key, Buffer.from('a'), 30);
      await cache.set(key, Buffer.from('b'), LONG_MS);
      await delay(40);
      expect(await cache.get(key)).toEqual(Buffer.from('b'));
    });

    test('reading does not prolong the time to live', async () => {
      await using cache = await open();
      const key = randomUUID();
      await cache.set(key, Buffer.from('a'), 100);
      const isForgotten = async () => (await cache.get(key)) === undefined;
      await eventually(isForgotten, { timeoutMs: 1_000 });
    });

    test('a time to live of nothing forgets', async () => {
      await using cache = await open();
      const key = randomUUID();
      await cache.set(key, Buffer.from('a'), LONG_MS);
      await cache.set(key, Buffer.from('b'), 0);
      expect(await cache.get(key)).toBeUndefined();
    });

    test('keys may be of any length and characters', async () => {
      await using cache = await open();
      for (const key of ['', 'ção 💸', 'k'.repeat(5_000), 'a\r\nDEL b']) {
        for (const value of ['', 'v']) {
          await cache.set(key, Buffer.from(value), LONG_MS);
          expect(await cache.get(key)).toEqual(Buffer.from(value));
        }
      }
    });
  });
}
