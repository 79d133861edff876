import type { ChainEnd } from '../domain/checkpoint.ts';
import type { Ports } from '../ports.ts';
import { signCheckpoints } from './sign-checkpoints.ts';

const FOUND_AT_ONCE = 20_000;
type Checkpoints = Ports['checkpoints'];
type EndsQuery = Parameters<Checkpoints['unsignedEnds']>;

/** Every chain grows all the time, so each look finds as many as it may, from its holder on. */
function alwaysGrowing(holders: number) {
  const asked: EndsQuery[] = [];
  const signed: ChainEnd[] = [];
  let progress: Readonly<Record<string, unknown>> = {};
  const needs = {
    jobs: {
      due: async () => [],
      take: async () => ({
        progress,
        async finish(next) {
          progress = JSON.parse(JSON.stringify(next.progress));
        },
        async [Symbol.asyncDispose]() {},
      }),
    } satisfies Ports['jobs'],
    checkpoints: {
      async unsignedEnds(...question: EndsQuery) {
        asked.push(question);
        const [, limit, from] = question;
        const all = Array.from({ length: holders }, (_, index) => nameOf(index));
        const rest = all.filter((holderId) => holderId >= (from ?? nameOf(0))).slice(0, limit);
        return rest.map((holderId) => ({ holderId, seq: signed.length, hash: Buffer.alloc(32) }));
      },
      async save(checkpoints) {
        signed.push(...checkpoints);
      },
    } satisfies Pick<Checkpoints, 'unsignedEnds' | 'save'>,
    sign: (end: ChainEnd) => ({ ...end, keyId: 'key', signature: Buffer.alloc(64) }),
    now: () => new Date('2026-01-01T12:00:00Z'),
    checkpointEveryMs: 10_000,
  };
  return { asked, signed, work: signCheckpoints(needs as unknown as Ports) };
}

function nameOf(index: number): string {
  return String(index).padStart(6, '0');
}

test('while every chain grows, each holder is signed before one is signed again', async () => {
  const { signed, work } = alwaysGrowing(2 * FOUND_AT_ONCE);

  expect(await work()).toBe(true);
  expect(await work()).toBe(true);
  expect(await work()).toBe(false);

  expect(new Set(signed.map(({ holderId }) => holderId)).size).toBe(2 * FOUND_AT_ONCE);
  expect(signed.length).toBeLessThanOrEqual(2 * FOUND_AT_ONCE + 2);
});

test('the next pass begins with the first holder, and with what grew while the last one went on', async () => {
  const { asked, work } = alwaysGrowing(FOUND_AT_ONCE + 1);
  await work();
  await work();

  await work();

  expect(asked.map(([, , from]) => from)).toEqual([null, nameOf(FOUND_AT_ONCE - 1), null]);
  const grownSince = asked.map(([since]) => since?.toISOString() ?? 'ever');
  expect(grownSince).toEqual(['ever', 'ever', '2026-01-01T11:58:00.000Z']);
});
