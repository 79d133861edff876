import { type ChangeBatch, openChangeFeed, payloadsOf } from '../../src/db/change-feed.ts';
import { freshDatabase, openTestPool } from '../../src/testing/database.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';

test('payloads stay below what Postgres takes, and lose and repeat nothing', () => {
  const changes = Array.from({ length: 1_000 }, (_, i) => `${i}`.padStart(40, 'x'));
  const payloads = payloadsOf([...changes, ...changes]);
  expect(Math.max(...payloads.map(({ length }) => length))).toBeLessThan(8_000);
  expect(payloads.flatMap((payload) => payload.split('\n'))).toEqual(changes);
});

describe('two replicas on one database', () => {
  const held = new AsyncDisposableStack();
  const stop = new AbortController();
  const seen: ChangeBatch[] = [];
  let note: (changes: readonly string[]) => void;
  beforeAll(async () => {
    const { url } = held.use(await freshDatabase('messaging'));
    const runtime = testRuntime('test');
    const open = () => {
      const pool = held.use(openTestPool(url));
      return held.use(openChangeFeed({ pool, databaseUrl: url, name: 'test', runtime }));
    };
    const [one, other] = [open(), open()];
    note = one.note;
    void (async () => {
      for await (const changed of other.watch(stop.signal)) seen.push(changed);
    })();
    // The listener begins with a gap: what came before it is not known.
    await eventually(() => expect(seen).toContainEqual({ changes: [], missed: true }));
  });
  afterAll(async () => {
    stop.abort();
    await held.disposeAsync();
  });

  test('a change at one is seen at the other, once', async () => {
    note(['a', 'b']);
    note(['a']);
    await eventually(() => expect(seen.flatMap(({ changes }) => changes)).toEqual(['a', 'b']));
  });

  test('too many changes at once are one gap', async () => {
    const gaps = () => seen.filter(({ missed }) => missed).length;
    const before = gaps();
    note(Array.from({ length: 5_000 }, (_, i) => String(i)));
    await eventually(() => expect(gaps()).toBe(before + 1));
    expect(seen.flatMap(({ changes }) => changes)).not.toContain('4999');
  });
});
