import type { Charge } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';

const SHOWN_MAX = 50;

type Needs = Pick<Ports, 'charges' | 'clock'>;

export function listOpenCharges({ charges, clock }: Needs) {
  return (): Promise<readonly Charge[]> => charges.listOpen(clock.now(), SHOWN_MAX);
}
