import { type Command, InvalidArgumentError } from 'commander';
import { toString as qrText } from 'qrcode';
import { change } from '../../access/change.ts';
import { connect } from '../../access/connect.ts';
import {
  type Act,
  type Context,
  examples,
  type Outcome,
  valueOption,
  wholeNumber,
} from '../../command.ts';
import { depositText } from '../../text/deposit-text.ts';
import { idempotencyKeyOption, newKey } from './idempotency-key-option.ts';

const EXPIRES_MIN = 60;
const EXPIRES_MAX = 1_209_600;

type Asked = {
  readonly value: number;
  readonly externalId?: string;
  readonly description?: string;
  readonly expiresIn?: number;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly qr?: true;
  readonly idempotencyKey?: string;
};

export function create(group: Command, act: Act): void {
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
    .action(act(run));
}

async function run(context: Context, asked: Asked): Promise<Outcome> {
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
