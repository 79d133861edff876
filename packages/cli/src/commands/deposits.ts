import { randomUUID } from 'node:crypto';
import type { CreatedDeposit, Deposit } from '@entrada/client/deposits';
import { EntradaError } from '@entrada/client/entrada-error';
import { timeOption } from '@entrada/command-line/command';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { toString as qrText } from 'qrcode';
import { change } from '../access/change.ts';
import { type Connection, connect } from '../access/connect.ts';
import {
  type Act,
  type Context,
  confirm,
  examples,
  limitOption,
  type Outcome,
  valueOption,
  wholeNumber,
} from '../command.ts';
import { fields, money, table, takeItems } from '../text/table.ts';

export function deposits(program: Command, act: Act): void {
  const group = program
    .command('deposits')
    .summary('create, list, show, cancel and refund deposits')
    .description('Deposits of the account. Each is named by its paymentLinkId.')
    .addHelpText('after', examples('deposits create --value 5000 --qr', 'deposits list'));
  for (const register of [create, list, show, cancel, refund]) register(group, act);
}

const EXPIRES_MIN = 60;
const EXPIRES_MAX = 1_209_600;

type CreateOptions = {
  readonly value: number;
  readonly externalId?: string;
  readonly description?: string;
  readonly expiresIn?: number;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly qr?: true;
  readonly idempotencyKey?: string;
};

function create(group: Command, act: Act): void {
  group
    .command('create')
    .summary('create a deposit')
    .description(
      'Creates a deposit and prints its code and payment page; with --qr also the QR code.',
    )
    .addOption(valueOption('amount of the deposit').makeOptionMandatory())
    .option('--external-id <id>', 'your own identifier, unique in the account')
    .option('--description <text>', 'shown to the payer')
    .option(
      '--expires-in <seconds>',
      `seconds until the code expires, ${EXPIRES_MIN} to ${EXPIRES_MAX}`,
      wholeNumber(EXPIRES_MIN, EXPIRES_MAX),
    )
    .option('--metadata <key=value>', 'your own data; can be repeated', addPair)
    .option('--qr', 'show the QR code in the terminal')
    .addOption(idempotencyKeyOption())
    .addHelpText(
      'after',
      examples(
        'deposits create --value 5000 --qr',
        'deposits create --value 5000 --external-id order-7',
      ),
    )
    .action(act(runCreate));
}

async function runCreate(context: Context, asked: CreateOptions): Promise<Outcome> {
  const connection = connect(context);
  const { qr, idempotencyKey = newKey(), ...deposit } = asked;
  const wording = {
    what: 'The deposit',
    look: 'entrada deposits list --limit 5',
    again: `repeat the command with --idempotency-key ${idempotencyKey}`,
  };
  const { signal } = context;
  const created = await change(context, connection, wording, () =>
    connection.entrada.deposits.create(deposit, { idempotencyKey, signal }),
  );
  const code = qr && !context.asJson ? await drawn(created.emv, context) : [];
  return { text: [...depositText(created), ...code], json: { deposit: created } };
}

/** Colours make it dark on light whatever the terminal's are; without them a dark terminal shows it inverted. */
async function drawn(emv: string, { terminal }: Context): Promise<string[]> {
  const options = terminal.hasColor
    ? ({ type: 'terminal', small: true } as const)
    : ({ type: 'utf8' } as const);
  return ['', await qrText(emv, options)];
}

function addPair(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const at = text.indexOf('=');
  if (at > 0) return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
  throw new InvalidArgumentError('It must be key=value, such as order=7.');
}

const STATUSES = ['PENDING', 'COMPLETED', 'EXPIRED', 'CANCELED'] as const;
const PAGE_MAX = 200;

type ListOptions = {
  readonly status?: (typeof STATUSES)[number];
  readonly externalId?: string;
  readonly search?: string;
  readonly from?: Date;
  readonly to?: Date;
  readonly limit: number;
};

function list(group: Command, act: Act): void {
  group
    .command('list')
    .summary('list deposits, newest first')
    .description(
      'Lists deposits, newest first: time, paymentLinkId, status, value and your identifier.',
    )
    .addOption(new Option('--status <status>', 'only these').choices(STATUSES))
    .option('--external-id <id>', 'only the one with this identifier of yours')
    .option('--search <text>', 'an id, an end-to-end id or the beginning of your identifier')
    .addOption(timeOption('--from', 'created at this time or later'))
    .addOption(timeOption('--to', 'created before this time'))
    .addOption(limitOption('deposits'))
    .addHelpText('after', examples('deposits list --status PENDING', 'deposits list --json'))
    .action(act(runList));
}

async function runList(context: Context, asked: ListOptions): Promise<Outcome> {
  const { entrada } = connect(context);
  const { status, externalId, search, from, to, limit } = asked;
  const query = {
    ...(status ? { status } : {}),
    ...(externalId === undefined ? {} : { externalId }),
    ...(search === undefined ? {} : { q: search }),
    ...(from ? { from: from.toISOString() } : {}),
    ...(to ? { to: to.toISOString() } : {}),
    limit: Math.min(limit, PAGE_MAX),
  };
  const found = await takeItems(entrada.deposits.list(query, { signal: context.signal }), limit);
  const rows = found.map((one) => [
    one.createdAt,
    one.paymentLinkId,
    one.status,
    money(one.value),
    one.externalId,
  ]);
  return { text: found.length > 0 ? table(rows) : 'No deposits.', json: { deposits: found } };
}

const ABOUT_SHOW = `Shows a deposit and its refunds. With --watch it waits until the deposit is paid, expires or is
canceled; the exit code is 0 if it was paid, else 1.`;
const WATCH_MAX_MS = 86_400_000;
const REFUNDS_MAX = 200;

function show(group: Command, act: Act): void {
  group
    .command('show')
    .summary('show a deposit, or wait for its payment')
    .description(ABOUT_SHOW)
    .argument('<paymentLinkId>', 'of the deposit')
    .option('--watch', 'wait until it is paid, for a day at most')
    .addHelpText(
      'after',
      examples('deposits show <paymentLinkId>', 'deposits show <paymentLinkId> --watch'),
    )
    .action(act(runShow));
}

async function runShow(
  context: Context,
  paymentLinkId: string,
  { watch }: { readonly watch?: true },
): Promise<Outcome> {
  const connection = connect(context, { reportsOutages: watch === true });
  const { signal } = context;
  const now = await connection.entrada.deposits.get(paymentLinkId, { signal });
  const isWaiting = watch && now.status === 'PENDING';
  const deposit = isWaiting ? await watched(context, connection, now) : now;
  const refunds = await refundsOf(connection, deposit, signal);
  const rows = refunds.map(({ createdAt, id, status, value, origin }) => [
    createdAt,
    'refund',
    id,
    status,
    money(value),
    origin === 'BANK' ? 'by the bank' : '',
  ]);
  return {
    text: [...depositText(deposit), ...table(rows)],
    json: { deposit, refunds },
    failed: watch === true && ['EXPIRED', 'CANCELED'].includes(deposit.status),
  };
}

/** Ctrl-C ends the wait; what is known until then is shown. */
async function watched(
  { terminal, signal }: Context,
  { entrada }: Connection,
  deposit: Deposit,
): Promise<Deposit> {
  const { paymentLinkId } = deposit;
  const stopProgress = terminal.progress(`Waiting for the payment of ${money(deposit.value)}`);
  try {
    return await entrada.deposits.waitUntilPaid(paymentLinkId, { signal, waitMs: WATCH_MAX_MS });
  } catch (error) {
    if (signal.aborted) return deposit;
    if (!(error instanceof EntradaError) || error.code !== 'deposit_not_paid') throw error;
    return await entrada.deposits.get(paymentLinkId, { signal });
  } finally {
    stopProgress();
  }
}

async function refundsOf({ entrada }: Connection, deposit: Deposit, signal: AbortSignal) {
  if (deposit.status !== 'COMPLETED' || signal.aborted) return [];
  return takeItems(entrada.deposits.refunds(deposit.paymentLinkId, {}, { signal }), REFUNDS_MAX);
}

function cancel(group: Command, act: Act): void {
  group
    .command('cancel')
    .summary('cancel a deposit that is not paid')
    .description(
      'Cancels a deposit: its code can no longer be paid. One that is canceled already stays so.',
    )
    .argument('<paymentLinkId>', 'of the deposit')
    .addHelpText('after', examples('deposits cancel <paymentLinkId>'))
    .action(act(runCancel));
}

async function runCancel(context: Context, paymentLinkId: string): Promise<Outcome> {
  const connection = connect(context);
  const wording = {
    what: 'The cancellation',
    look: `entrada deposits show ${paymentLinkId}`,
    again: `entrada deposits cancel ${paymentLinkId}`,
  };
  const deposit = await change(context, connection, wording, () =>
    connection.entrada.deposits.cancel(paymentLinkId, { signal: context.signal }),
  );
  return { text: depositText(deposit), json: { deposit } };
}

const ABOUT_REFUND = `Returns the money of a paid deposit to its payer, all that is left or a part. It asks first, unless you
pass --yes. A refund has one Idempotency-Key, which its retries keep; if its outcome stays unknown, the error
says how to look and how to repeat it without refunding twice.`;

type RefundOptions = {
  readonly value?: number;
  readonly reason?: string;
  readonly yes?: true;
  readonly idempotencyKey?: string;
};

function refund(group: Command, act: Act): void {
  group
    .command('refund')
    .summary('return money to the payer')
    .description(ABOUT_REFUND)
    .argument('<paymentLinkId>', 'of the deposit')
    .addOption(valueOption('a part of it'))
    .option('--reason <why>', 'kept with the refund')
    .option('--yes', 'do not ask')
    .addOption(idempotencyKeyOption())
    .addHelpText(
      'after',
      examples(
        'deposits refund <paymentLinkId>',
        'deposits refund <paymentLinkId> --value 1000 --yes',
      ),
    )
    .action(act(runRefund));
}

async function runRefund(
  context: Context,
  paymentLinkId: string,
  asked: RefundOptions,
): Promise<Outcome> {
  const connection = connect(context);
  const { value, reason, yes = false, idempotencyKey = newKey() } = asked;
  const amount = value === undefined ? 'all that is left' : money(value);
  await confirm(context, `Refund ${amount} of ${paymentLinkId}?`, yes);
  context.signal.throwIfAborted();
  const part = value === undefined ? '' : ` --value ${value}`;
  const why = reason === undefined ? '' : ` --reason '${reason.replaceAll("'", `'\\''`)}'`;
  const wording = {
    what: 'The refund',
    look: `entrada deposits show ${paymentLinkId}`,
    again: `entrada deposits refund ${paymentLinkId}${part}${why} --yes --idempotency-key ${idempotencyKey}`,
  };
  const body = {
    ...(value === undefined ? {} : { value }),
    ...(reason === undefined ? {} : { reason }),
  };
  const made = await change(context, connection, wording, () =>
    connection.entrada.deposits.refund(paymentLinkId, body, {
      idempotencyKey,
      signal: context.signal,
    }),
  );
  const { id, status, failure } = made;
  const next =
    status === 'PROCESSING'
      ? [`The bank is processing it: entrada deposits show ${paymentLinkId}`]
      : [];
  return {
    text: [...fields({ refund: id, status, value: money(made.value), failure }), ...next],
    json: { refund: made, idempotencyKey },
    failed: status === 'FAILED',
  };
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/** To repeat a command whose outcome is not known. */
function idempotencyKeyOption(): Option {
  return new Option(
    '--idempotency-key <key>',
    'repeats the request that had this key, without doing it twice; default: a new key',
  ).argParser((text) => {
    if (KEY.test(text)) return text;
    throw new InvalidArgumentError('It must have 1 to 255 printable characters without spaces.');
  });
}

/** The client keeps it over its retries, and an error names it. */
function newKey(): string {
  return `cli-${randomUUID()}`;
}

type ShownDeposit = CreatedDeposit & Partial<Deposit>;

/** One deposit, for a person; fields that a newer API adds are in --json. */
function depositText(deposit: ShownDeposit): string[] {
  const { refundedValue = 0, receivedValue = 0, paidValue = null, creditedValue = null } = deposit;
  // Once anything was paid, the code takes no more payments.
  const isPayable = deposit.status === 'PENDING' && receivedValue === 0;
  return fields({
    paymentLinkId: deposit.paymentLinkId,
    status: deposit.paidLate ? `${deposit.status} (paid late)` : deposit.status,
    value: money(deposit.value),
    fee: money(deposit.fee),
    paid: paidValue === null ? null : money(paidValue),
    received: receivedValue === (paidValue ?? 0) ? null : money(receivedValue),
    credited: creditedValue === null ? null : money(creditedValue),
    refunded: refundedValue > 0 ? money(refundedValue) : null,
    externalId: deposit.externalId,
    description: deposit.description,
    createdAt: deposit.createdAt,
    expiresAt: deposit.status === 'PENDING' ? deposit.expiresAt : null,
    paidAt: deposit.paidAt,
    endToEndId: deposit.endToEndId,
    page: deposit.paymentLinkUrl,
    code: isPayable ? deposit.emv : null,
  });
}
