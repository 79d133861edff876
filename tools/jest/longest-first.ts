import { createRequire } from 'node:module';
import type sequencer from '@jest/test-sequencer';

type Test = Parameters<InstanceType<typeof sequencer.default>['sort']>[0][number];

// Its types are those of the CommonJS module, which an import does not load.
const { default: ByTime } = createRequire(import.meta.url)(
  '@jest/test-sequencer',
) as typeof sequencer;

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
  'test/launcher/',
  'test/',
  'packages/platform/test/events/postgres-event-log',
  'services/webhooks/test/killed-senders',
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
  return place === -1 ? LONGEST.length : place;
}
