import { openMemoryCache } from '../../src/cache/memory-cache.ts';
import { describeCacheContract } from './cache-contract.ts';

describeCacheContract('in process', async () => openMemoryCache());

const LONG_MS = 60_000;

test('forgets what was used longest ago when it has too many entries', async () => {
  await using cache = openMemoryCache({ entriesMax: 2 });
  for (const key of ['a', 'b']) await cache.set(key, Buffer.from(key), LONG_MS);
  await cache.get('a');
  await cache.set('c', Buffer.from('c'), LONG_MS);
  expect(await cache.get('a')).toBeDefined();
  expect(await cache.get('b')).toBeUndefined();
});

test('forgets when it has too many bytes, and keeps nothing larger than itself', async () => {
  await using cache = openMemoryCache({ bytesMax: 1_000 });
  await cache.set('a', Buffer.alloc(600), LONG_MS);
  await cache.set('b', Buffer.alloc(600), LONG_MS);
  expect(await cache.get('a')).toBeUndefined();
  expect(await cache.get('b')).toBeDefined();
  await cache.set('c', Buffer.alloc(2_000), LONG_MS);
  expect(await cache.get('c')).toBeUndefined();
});
