import type { Ports } from './ports.ts';
import { creditDeposits } from './use-cases/credit-deposits.ts';
import { getBalance } from './use-cases/get-balance.ts';

/** Everything this service can do. */
export function buildApp(ports: Ports) {
  return {
    creditDeposits: creditDeposits(ports),
    getBalance: getBalance(ports),
  };
}

export type App = ReturnType<typeof buildApp>;
