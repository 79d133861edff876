import { timeOption } from '@entrada/command-line/time-option';
import { type Command, Option } from 'commander';
import { connect } from '../../access/connect.ts';
import { type Act, type Context, examples, limitOption, type Outcome } from '../../command.ts';
import { money } from '../../text/money.ts';
import { table } from '../../text/table.ts';
import { takeItems } from '../../text/take-items.ts';

const STATUSES = ['PENDING', 'COMPLETED', 'EXPIRED', 'CANCELED'] as const;
const PAGE_MAX = 200;

type Asked = {
  readonly status?: (typeof STATUSES)[number];
  readonly externalId?: string;
  readonly search?: string;
  readonly from?: Date;
  readonly to?: Date;
  readonly limit: number;
};

export function list(group: Command, act: Act): void {
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
    .action(act(run));
}

async function run(context: Context, asked: Asked): Promise<Outcome> {
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
