import { randomUUID } from 'node:crypto';
import { EntradaError } from '@entrada/client/entrada-error';
import { eventually } from '@entrada/platform/testing/eventually';
import { leftCents, RefusedByBank } from '../harness/sandbox.ts';
import type { Client } from '../restore/client.ts';
import type { Command } from './command.ts';
import { isBankOnBooks } from './quiet.ts';
import { suspenseOf } from './suspense.ts';
import type { MadeCharge, World } from './world.ts';

const CREDITED_MAX_MS = 5_000;
/** Past the shortest time to pay and the grace after it. */
const EXPIRED_AFTER_SECONDS = 130;
const EXPIRES_SOON = { expiresIn: 60 };
const TOO_MUCH_CENTS = 37;
const NOTHING = 'nothing to do';
/** A service that was killed may not be back yet. */
const READY_MAX_MS = 30_000;

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>;
type Acts = { [Kind in Command['kind']]: (world: World, command: Of<Kind>) => Promise<string> };

/** Does it, and says how it ended. Refusals are part of life; an internal error is a defect. */
export async function perform(world: World, command: Command): Promise<string> {
  const act = ACTS[command.kind] as (world: World, command: Command) => Promise<string>;
  try {
    return await act(world, command);
  } catch (error) {
    if (error instanceof EntradaError && error.code === 'network_error') return 'no reply';
    const isReply = error instanceof EntradaError || error instanceof RefusedByBank;
    if (isReply && error.status !== 0 && error.status !== 500) return error.message;
    throw error;
  }
}

const ACTS: Acts = {
  create: async (world, { account, value, expiresSoon }) => {
    const made = await create(world, account, value, expiresSoon ? EXPIRES_SOON : {});
    return made.charge.paymentLinkId;
  },
  deposit: async (world, { kind: _, account, value, ...payer }) => {
    const made = await create(world, account, value);
    return pay(world, made, { ...payer, isAwaited: true });
  },
  pay: async (world, { kind: _, charge, ...payer }) => {
    const made = pick(world.charges, charge);
    return made ? pay(world, made, payer) : NOTHING;
  },
  'pay-unknown': async ({ owners }, { value }) =>
    (await owners[0]?.client.payUnknown(value, { secondsAgo: 90 })) ?? NOTHING,
  cancel: async ({ charges }, { charge }) => {
    const made = pick(charges, charge);
    if (!made) return NOTHING;
    await made.owner.client.cancel(made.charge);
    return `canceled ${made.charge.paymentLinkId}`;
  },
  read: async ({ charges }, { charge }) => {
    const made = pick(charges, charge);
    return made ? made.owner.client.status(made.charge) : NOTHING;
  },
  refund: async ({ charges }, { charge, part, isRepeated }) => {
    const made = pick(charges, charge);
    if (!made) return NOTHING;
    const asked = { key: randomUUID(), value: partOf(made.charge.value - made.charge.fee, part) };
    const { key, value, id: before } = (isRepeated && made.lastRefund) || { ...asked, id: null };
    made.lastRefund = { key, value, id: before };
    const { id, status } = await made.owner.client.refund(made.charge, value, key);
    made.lastRefund = { key, value, id };
    if (before !== null) expect({ refundOfSameKey: id }).toEqual({ refundOfSameKey: before });
    return `${value} cents of ${made.charge.paymentLinkId}: refund ${id} ${status}`;
  },
  return: async ({ owners, payments }, { payment, part, notify, natureza }) => {
    const paid = pick(
      (await payments()).filter((one) => leftCents(one) > 0),
      payment,
    );
    if (!paid) return NOTHING;
    const value = partOf(leftCents(paid), part);
    await owners[0]?.client.returnByBank(paid.endToEndId, value, { notify, natureza });
    return `${value} cents of ${paid.endToEndId}`;
  },
  decide: async (world, { item, decision, account }) => {
    const undecided = (await suspenseOf(world)).filter(({ resolution }) => resolution === '');
    const chosen = pick(undecided, item);
    if (!chosen) return NOTHING;
    const isNobodys = decision === 'credit' && chosen.accountId === '';
    const to = isNobodys ? ['--account', pick(world.owners, account)?.accountId ?? ''] : [];
    const words = ['suspense', decision, chosen.exceptionId, ...to, '--reason', 'history'];
    return summaryOf(await world.operator(...words));
  },
  fault: async ({ bank }, { kind: _, ...fault }) => {
    await bank.fail(fault);
    return 'ordered';
  },
  expire: async ({ bank }) => {
    await bank.advance(EXPIRED_AFTER_SECONDS);
    return `the bank's clock is ahead by ${EXPIRED_AFTER_SECONDS} s more`;
  },
  settle: async (world) => {
    const check = () => isBankOnBooks(world.system, world.bank);
    return patiently(check, 'bank and books agree');
  },
  recheck: async (world, { payment }) => {
    const paid = pick(await world.payments(), payment);
    return paid ? summaryOf(await world.operator('recheck', paid.endToEndId)) : NOTHING;
  },
  republish: async (world) => {
    const from = world.begunAt.toISOString();
    return summaryOf(await world.operator('republish', '--from', from, '--reason', 'history'));
  },
  reread: async ({ system: { system, query } }, { group }) => {
    await query(group, 'update consumer_position set next_offset = 0');
    system.programs.get(group)?.crash();
    return patiently(() => system.ready(group), `${group} reads everything again`, READY_MAX_MS);
  },
  crash: async ({ system: { system } }, { service }) => {
    system.programs.get(service)?.crash();
    return patiently(() => system.ready(service), `${service} is back`, READY_MAX_MS);
  },
};

async function create(
  { owners, charges }: World,
  account: number,
  value: number,
  more: object = {},
): Promise<MadeCharge> {
  const owner = pick(owners, account);
  if (!owner) throw new Error('a history has accounts');
  const made = { owner, charge: await owner.client.create(value, more) };
  charges.push(made);
  return made;
}

type Payer = Omit<Of<'pay'>, 'kind' | 'charge'>;

async function pay(
  { bank }: World,
  made: MadeCharge,
  { amount, isAwaited, ...payer }: Payer,
): Promise<string> {
  const { client } = made.owner;
  const { emv, value: due } = made.charge;
  const before = isAwaited ? await worth(client) : 0;
  const value = { exact: due, 'too much': due + TOO_MUCH_CENTS, 'too little': partOf(due, 50) };
  const payments = await bank.pay({ emv, value: value[amount], ...payer, force: true });
  made.txid = payments[0].txid;
  const paid = `${value[amount]} cents for ${made.charge.paymentLinkId}: ${payments.map(({ endToEndId }) => endToEndId).join(', ')}`;
  if (!isAwaited) return paid;
  const change = async () => (await worth(client)) !== before;
  return `${paid}, ${await patiently(change, 'booked')}`;
}

/** The account's money, whatever name it has. */
export async function worth(client: Client): Promise<number> {
  const { available, suspense, owed } = await client.balance();
  return available + suspense - owed;
}

/** Waits for it, but not without end: faults may keep it from happening before the history goes on. */
async function patiently(
  check: () => Promise<unknown>,
  what: string,
  timeoutMs = CREDITED_MAX_MS,
): Promise<string> {
  return eventually(check, { timeoutMs }).then(
    () => what,
    () => `not yet: ${what}`,
  );
}

function summaryOf({
  stdout,
  stderr,
  code,
}: {
  stdout: string;
  stderr: string;
  code: number;
}): string {
  return `${code === 0 ? '' : `exit code ${code}: `}${(stdout + stderr).trim().split('\n').join(' / ')}`;
}

function pick<T>(list: readonly T[], number: number): T | undefined {
  return list[number % list.length];
}

function partOf(cents: number, percent: number): number {
  return Math.max(1, Math.floor((cents * percent) / 100));
}
