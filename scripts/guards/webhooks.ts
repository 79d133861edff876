import type { Guard } from './guard.ts';

const src = 'services/webhooks/src';
const test = (name: string) => `services/webhooks/test/${name}.test.ts`;

/** What is due is sent, however much else waits. */
export const WEBHOOK_GUARDS: readonly Guard[] = [
  {
    name: 'a claim of webhooks reads whole gaps between unfinished endpoints',
    file: `${src}/store/claim-deliveries.ts`,
    text: 'select endpoint_id from walk where is_found limit',
    replacement: `select endpoint_id
      from (select *, row_number() over (partition by gap, is_found order by endpoint_id) as place
              from walk) as walk
     where is_found and place <= 6 limit`,
    test: test('many-endpoints'),
    title: 'is claimed soon beside thousands',
  },
  {
    name: 'the queue floor of webhooks stays below endpoints that were not reached',
    file: `${src}/sender/queue-floor.ts`,
    text: 'else if (!isWalkCut) queueFloor',
    replacement: 'else queueFloor',
    test: test('many-endpoints'),
    title: 'leaves older retries of the rest',
  },
  {
    name: 'a replay of webhooks that fails goes behind the others',
    file: `${src}/store/replay.ts`,
    text: 'if (taken) await waitAnew(db, taken);',
    replacement: 'void waitAnew;',
    test: test('replay'),
    title: 'goes behind the others',
  },
];
