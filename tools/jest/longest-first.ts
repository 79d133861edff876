import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type sequencer from '@jest/test-sequencer';

type Test = Parameters<InstanceType<typeof sequencer.default>['sort']>[0][number];

// Its types are those of the CommonJS module, which an import does not load.
const { default: ByTime } = createRequire(import.meta.url)(
  '@jest/test-sequencer',
) as typeof sequencer;

/** Test files that share the system of their worker: together, so that it starts once. */
const SHARING = 'sharing';
const SHARES = /\b(?:sharedSystem|shopWithReceiver|refusingGateway)\(|= newShop\(\)/;

/**
 * Measured, longest first: they start programs, brokers or browsers and wait for them, and one of them
 * begun last would run alone.
 */
const LONGEST = [
  'test/browser/matrix',
  'bench/',
  'test/contract/fuzz',
  'test/browser/session',
  'packages/platform/test/events/kafka-event-log',
  'test/browser/',
  SHARING,
  'test/launcher/',
  'test/',
  'packages/platform/test/events/postgres-event-log',
  'services/webhooks/test/crashes-and-neighbours',
  'operator/test/',
  'packages/launcher/test/',
];

/** Long suites first also on a machine that has no times of an earlier run. */
export default class LongestFirst extends ByTime {
  override sort(tests: Test[]): Test[] {
    const sorted = super.sort(tests) as Test[];
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ path, context }: Test): number {
  const name = path.slice(context.config.rootDir.length + 1);
  const place = LONGEST.findIndex((start) => name.startsWith(start));
  if (place !== -1) return place;
  return SHARES.test(readFileSync(path, 'utf8')) ? LONGEST.indexOf(SHARING) : LONGEST.length;
}
