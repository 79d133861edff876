import type { Say } from '../../../packages/launcher/src/provision/tools.ts';
import { settled } from './at-once.ts';

const FOLDER = 'test/cluster';
/** From the version before to this one, at first; the other tests need what it ends with. */
const UPGRADE = `${FOLDER}/upgrade.test.ts`;
/** Under one load, at last to the version before. */
const FAULTS = `${FOLDER}/faults.test.ts`;
/** Without pods, so before any image is there. */
export const OPTIONAL = `${FOLDER}/optional-objects.test.ts`;
/** With pods of their own that never become ready, so that all the others go on meanwhile. */
const BAD_INPUT = `${FOLDER}/bad-input.test.ts`;
/** Any replica may answer them, so that other tests may add one meanwhile. */
const DEPOSITS = [`${FOLDER}/deposit.test.ts`, `${FOLDER}/helm-test.test.ts`];
/** It sets other policies, so no deposit is made meanwhile. */
const EDGES = `${FOLDER}/edges.test.ts`;

type Means = {
  /** Fails when a test does. */
  readonly run: (suites: readonly string[]) => Promise<void>;
  readonly say: Say;
  /** Done while tests mostly wait. */
  readonly meanwhile: () => Promise<void>;
};

/** Every test of the release but OPTIONAL. */
export async function testRelease(
  { run, say, meanwhile }: Means,
  { isUpgraded, faults }: { readonly isUpgraded: boolean; readonly faults: boolean },
): Promise<void> {
  const underLoad = async (what: string, suite: string) => {
    say(`${what} under load...`);
    await run([suite]);
  };
  if (isUpgraded) await underLoad('Upgrading', UPGRADE);
  say('Running the tests through the gateway...');
  const elsewhere = [UPGRADE, FAULTS, EDGES, OPTIONAL, BAD_INPUT, ...DEPOSITS];
  const testAndTryEdges = async () => {
    await settled([run([`${FOLDER}/`, ...elsewhere.map(leftOut)]), run(DEPOSITS)]);
    say('Trying every network edge...');
    await settled([run([EDGES]), meanwhile()]);
  };
  // Both to their end, so that every failure is seen.
  await settled([testAndTryEdges(), run([BAD_INPUT])]);
  if (faults) await underLoad('Restarting, scaling, killing pods and rolling back', FAULTS);
}

const leftOut = (path: string) => `--testPathIgnorePatterns=${path}`;
