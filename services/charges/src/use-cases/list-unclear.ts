import type { Ports } from '../ports.ts';

/** Payments that could not be confirmed yet, longest unclear first. */
export function listUnclear({ unclear }: Pick<Ports, 'unclear'>) {
  return (limit: number) => unclear.list(limit);
}
