import type { World } from './world.ts';

export type SuspenseItem = {
  readonly exceptionId: string;
  readonly endToEndId: string;
  readonly accountId: string;
  readonly kind: string;
  readonly amountCents: number;
  /** What the bank itself took back of it before the decision. */
  readonly returnedCents: number;
  readonly resolution: string;
};

/** The suspended payments of a history, as operators see them. */
export async function suspenseOf(world: World): Promise<readonly SuspenseItem[]> {
  const own = new Set((await world.payments()).map(({ endToEndId }) => endToEndId));
  const { stdout, stderr, code } = await world.operator('suspense', 'list', '--all', '--json');
  if (code !== 0) throw new Error(stderr);
  const items: SuspenseItem[] = JSON.parse(stdout);
  return items.filter(({ endToEndId }) => own.has(endToEndId));
}
