import type { CreatedDeposit as Charge } from '@entrada/client/deposits';
import { eventually } from '@entrada/platform/testing/eventually';
import type { Client } from './client.ts';
import type { RestorableSystem } from './restorable-system.ts';

const EXPIRED_MAX_MS = 90_000;

/** The time to pay is over by our clock, while the bank still takes payments. */
export async function expire(
  system: RestorableSystem,
  client: Client,
  charge: Charge,
): Promise<void> {
  await system.query(
    'charges',
    `begin;
     alter table charge disable trigger charge_is_guarded;
     update charge set expires_at = now() - interval '5 minutes', check_at = now() where id = '${charge.id}';
     alter table charge enable trigger charge_is_guarded;
     commit`,
  );
  await eventually(
    async () => {
      expect(await client.status(charge)).toBe('EXPIRED');
    },
    { timeoutMs: EXPIRED_MAX_MS },
  );
}
