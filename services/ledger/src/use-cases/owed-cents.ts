import type { Ports } from '../ports.ts';

export function owedCents({ owedCents: sum }: Pick<Ports, 'owedCents'>) {
  return (): Promise<number> => sum();
}
