import type { Ports } from '../ports.ts';

export function suspenseCents({ suspenseCents: sum }: Pick<Ports, 'suspenseCents'>) {
  return (): Promise<number> => sum();
}
