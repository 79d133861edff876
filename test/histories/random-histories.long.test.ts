import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { forTests } from '@entrada/platform/testing/for-tests';
import fc from 'fast-check';
import { startRestorableSystem } from '../restore/restorable-system.ts';
import { anyHistory } from './command.ts';
import { play } from './play.ts';

const RUNS = Number(process.env.HISTORIES_RUNS ?? 4);
const SEED = Number(process.env.HISTORIES_SEED ?? 1);
/** Of a failed run: replays that history alone. */
const PATH = process.env.HISTORIES_PATH;
const HISTORY_MAX_MS = 600_000;
/** So that outages and settlements take moments. */
const QUICK = {
  PROVIDER_TIMEOUT_MS: '1000',
  BANK_REFUND_SETTLES_AFTER_MS: '200',
  BANK_SCRIPTED_AMOUNTS: 'false',
};

describeNeeding(['postgres'], 'whatever happens to payments, refunds, returns and services', () => {
  const system = forTests(() => startRestorableSystem({ env: QUICK }));

  test(
    'random histories end with bank = books = webhook events, and a silent auditor',
    async () => {
      process.stderr.write(`HISTORIES_SEED=${SEED} HISTORIES_RUNS=${RUNS}\n`);
      let played = 0;
      const property = fc.asyncProperty(anyHistory, async (history) => {
        const begunAt = Date.now();
        await play(system, history);
        played += 1;
        process.stderr.write(
          `history ${played}: ${history.restored ?? 'no'} restore, ${Date.now() - begunAt} ms\n`,
        );
      });
      const ran = await fc.check(property, {
        numRuns: RUNS,
        seed: SEED,
        ...(PATH !== undefined && { path: PATH }),
        endOnFailure: true,
      });
      const replay = `HISTORIES_SEED=${SEED} HISTORIES_PATH=${ran.counterexamplePath}`;
      if (ran.failed) throw new Error(`${replay} plays it again.\n${messageOf(ran)}`);
    },
    RUNS * HISTORY_MAX_MS,
  );
});

function messageOf({ errorInstance }: { errorInstance: unknown }): string {
  return errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
}
