import type { Charge } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';

const SHOWN_MAX = 50;

type Needs = Pick<Ports, 'charges' | 'now'>;

export function listOpenCharges({ charges, now }: Needs) {
  return (): Promise<readonly Charge[]> => charges.listOpen(now(), SHOWN_MAX);
}
