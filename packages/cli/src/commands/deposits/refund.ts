import type { Command } from 'commander';
import { change } from '../../access/change.ts';
import { connect } from '../../access/connect.ts';
import { type Act, type Context, examples, type Outcome, valueOption } from '../../command.ts';
import { confirm } from '../../confirm.ts';
import { money } from '../../text/money.ts';
import { fields } from '../../text/table.ts';
import { idempotencyKeyOption, newKey } from './idempotency-key-option.ts';

const ABOUT = `Returns the money of a paid deposit to its payer, all that is left or a part. It asks first, unless you
pass --yes. A refund has one Idempotency-Key, which its retries keep; if its outcome stays unknown, the error
says how to look and how to repeat it without refunding twice.`;

type Asked = {
  readonly value?: number;
  readonly reason?: string;
  readonly yes?: true;
  readonly idempotencyKey?: string;
};

export function refund(group: Command, act: Act): void {
  group
    .command('refund')
    .summary('return money to the payer')
    .description(ABOUT)
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
    .action(act(run));
}

async function run(context: Context, paymentLinkId: string, asked: Asked): Promise<Outcome> {
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
