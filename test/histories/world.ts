import { randomBytes } from 'node:crypto';
import type { CreatedDeposit as Charge } from '@entrada/client/deposits';
import type { Ran } from '../../operator/test/run-operator.ts';
import { seed } from '../../packages/launcher/src/seed.ts';
import { type PaymentAtBank, type Sandbox, sandboxAt } from '../harness/sandbox.ts';
import { type Client, clientOf } from '../restore/client.ts';
import type { RestorableSystem } from '../restore/restorable-system.ts';
import { ACCOUNTS } from './command.ts';

export type Owner = { readonly accountId: string; readonly client: Client };
export type MadeCharge = {
  readonly owner: Owner;
  readonly charge: Charge;
  /** Known from its first payment on. */
  txid?: string | null;
  /** Of the last refund that was asked for, to ask for it again. */
  lastRefund?: { readonly key: string; readonly value: number; readonly id: string | null };
};

/** What one history has made on a system that it shares with the histories before it. */
export type World = {
  readonly system: RestorableSystem;
  readonly bank: Sandbox;
  readonly owners: readonly Owner[];
  readonly charges: MadeCharge[];
  readonly begunAt: Date;
  /** What was paid since it began, as the bank knows it. */
  payments(): Promise<readonly PaymentAtBank[]>;
  /** By the bank's clock, which may be ahead. */
  operator(...args: readonly string[]): Promise<Ran>;
};

export async function newWorld(system: RestorableSystem): Promise<World> {
  const bank = sandboxAt(system.system.bankUrl);
  const begunAt = new Date();
  const { length: paidBefore } = await bank.truth();
  const payments = async () => (await bank.truth()).slice(paidBefore);
  const owners: Owner[] = [];
  for (let count = 0; count < ACCOUNTS; count += 1) owners.push(await newOwner(system));
  const operator = async (...args: readonly string[]) =>
    system.operatorAt(await bank.now(), ...args);
  return { system, bank, owners, charges: [], begunAt, payments, operator };
}

async function newOwner({ system, holder: { receiver } }: RestorableSystem): Promise<Owner> {
  const name = `history-${randomBytes(6).toString('hex')}`;
  const { accountId, apiKey } = await seed(system, {
    name,
    email: `${name}@entrada.example`,
    password: randomBytes(12).toString('hex'),
    webhookUrl: receiver.url,
  });
  return { accountId, client: clientOf({ system, holder: { apiKey, receiver } }) };
}
