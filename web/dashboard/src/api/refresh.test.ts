import { QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { refresh } from './refresh.ts';

/** A page that shows the timeline of a deposit; each read waits until it is answered. */
function openTimeline() {
  const queries = createQueryClient();
  const reads: ((entries: string) => void)[] = [];
  let shown: string | undefined;
  const queryFn = () => new Promise<string>((answer) => reads.push(answer));
  const observer = new QueryObserver(queries, { queryKey: queryKeys.timeline('link'), queryFn });
  const close = observer.subscribe(({ data }) => {
    shown = data;
  });
  return { queries, reads, shown: () => shown, close };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test.each(['charge', 'balance', 'delivery', 'all'] as const)(
  'a hint %s reads the timeline again',
  async (kind) => {
    const { queries, reads, shown, close } = openTimeline();
    reads[0]?.('paid');
    await settled();
    refresh(queries, kind);
    reads[1]?.('paid, credited');
    await settled();
    expect(shown()).toBe('paid, credited');
    close();
  },
);

test.each(['balance', 'all'] as const)(
  'a hint %s while the first read is under way makes it read once more',
  async (kind) => {
    const { queries, reads, shown, close } = openTimeline();
    refresh(queries, kind);
    refresh(queries, kind);
    await settled();
    expect(reads).toHaveLength(1);
    reads[0]?.('paid');
    await settled();
    reads[1]?.('paid, credited');
    await settled();
    expect(shown()).toBe('paid, credited');
    expect(reads).toHaveLength(2);
    close();
  },
);

test('hints do not interrupt a slow read', async () => {
  const { queries, reads, shown, close } = openTimeline();
  reads[0]?.('paid');
  await settled();
  for (let hint = 0; hint < 3; hint += 1) {
    refresh(queries, 'balance');
    await settled();
  }
  expect(reads).toHaveLength(2);
  reads[1]?.('paid, credited');
  await settled();
  expect(shown()).toBe('paid, credited');
  close();
});
