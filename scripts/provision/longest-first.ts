import { createRequire } from 'node:module';
import type sequencer from '@jest/test-sequencer';

type Test = Parameters<InstanceType<typeof sequencer.default>['sort']>[0][number];

// Its types are those of the CommonJS module, which an import does not load.
const { default: ByTime } = createRequire(import.meta.url)(
  '@jest/test-sequencer',
) as typeof sequencer;

/** They start programs or brokers and wait for them; one of them begun last would run alone. */
const LONG = [
  'test/',
  'packages/platform/test/events/kafka-event-log',
  'packages/platform/test/events/postgres-event-log',
  'packages/operator/test/',
  'scripts/provision/test/',
  'bench/',
  'services/webhooks/test/killed-senders',
];

/** Long suites first also on a machine that has no times of an earlier run. */
export default class LongestFirst extends ByTime {
  override sort(tests: Test[]): Test[] {
    const sorted = super.sort(tests) as Test[];
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}

function isLong({ path, context }: Test): boolean {
  const name = path.slice(context.config.rootDir.length + 1);
  return LONG.some((start) => name.startsWith(start));
}
