import type { Delivery } from '@entrada/client/deliveries';
import { timeOption } from '@entrada/command-line/command';
import { type Command, Option } from 'commander';
import { change } from '../access/change.ts';
import { type Connection, connect } from '../access/connect.ts';
import { type Act, type Context, examples, limitOption, type Outcome } from '../command.ts';
import { deliveryText } from '../text/delivery-text.ts';
import { table, takeItems } from '../text/table.ts';

const STATUSES = ['PENDING', 'HELD', 'DELIVERED', 'EXHAUSTED', 'ABANDONED'] as const;
const PAGE_MAX = 200;
const REDELIVER = 'send it again; it keeps its webhook-id';

type Options = {
  readonly webhook?: string;
  readonly event?: string;
  readonly status?: (typeof STATUSES)[number];
  readonly from?: Date;
  readonly to?: Date;
  readonly limit: number;
  readonly redeliver?: true;
};

export function deliveries(program: Command, act: Act): void {
  const group = program
    .command('deliveries')
    .summary('show deliveries and send them again')
    .description('Deliveries of events to the endpoints of the account.')
    .addHelpText('after', examples('deliveries list', 'deliveries show <deliveryId> --redeliver'));
  group
    .command('list')
    .summary('list deliveries, newest first')
    .description(
      'Lists deliveries, newest first, each with its last attempt. With --redeliver each one listed is sent again.',
    )
    .option('--webhook <webhookId>', 'only to this endpoint')
    .option('--event <name>', 'only this event')
    .addOption(new Option('--status <status>', 'only these').choices(STATUSES))
    .addOption(timeOption('--from', 'created at this time or later'))
    .addOption(timeOption('--to', 'created before this time'))
    .addOption(limitOption('deliveries'))
    .option('--redeliver', 'send each again; they keep their webhook-id')
    .addHelpText(
      'after',
      examples('deliveries list', 'deliveries list --status EXHAUSTED --redeliver'),
    )
    .action(act(list));
  group
    .command('show')
    .summary('show a delivery and its attempts')
    .description('Shows a delivery with every attempt. With --redeliver it is then sent again.')
    .argument('<deliveryId>', 'from the list')
    .option('--redeliver', REDELIVER)
    .addHelpText(
      'after',
      examples('deliveries show <deliveryId>', 'deliveries show <deliveryId> --redeliver'),
    )
    .action(act(show));
}

async function list(context: Context, asked: Options): Promise<Outcome> {
  const connection = connect(context);
  const { webhook, event, status, from, to, limit, redeliver } = asked;
  const query = {
    ...(webhook === undefined ? {} : { webhookId: webhook }),
    ...(event === undefined ? {} : { event }),
    ...(status ? { status } : {}),
    ...(from ? { from: from.toISOString() } : {}),
    ...(to ? { to: to.toISOString() } : {}),
    limit: Math.min(limit, PAGE_MAX),
  };
  const pages = connection.entrada.deliveries.list(query, { signal: context.signal });
  const found = await takeItems(pages, limit);
  for (const one of redeliver ? found : []) await sendAgain(context, connection, one);
  const text = table(found.map(rowOf));
  const sent = redeliver ? [`Sent again: ${found.length}.`] : [];
  return {
    text: found.length > 0 ? [...text, ...sent] : 'No deliveries.',
    json: { deliveries: found, ...(redeliver ? { redelivered: found.length } : {}) },
  };
}

async function show(
  context: Context,
  deliveryId: string,
  { redeliver }: { readonly redeliver?: true },
): Promise<Outcome> {
  const connection = connect(context);
  const delivery = await connection.entrada.deliveries.get(deliveryId, { signal: context.signal });
  if (redeliver) await sendAgain(context, connection, delivery);
  const sent = redeliver ? [`Sent again: entrada deliveries show ${delivery.id}`] : [];
  return {
    text: [...deliveryText(delivery), ...sent],
    json: { delivery, ...(redeliver ? { redelivered: 1 } : {}) },
  };
}

async function sendAgain(
  context: Context,
  connection: Connection,
  { id }: Delivery,
): Promise<void> {
  const { signal, terminal } = context;
  const stopProgress = terminal.progress(`Sending ${id} again`);
  const wording = { what: `The redelivery of ${id}`, look: `entrada deliveries show ${id}` };
  await change(context, connection, wording, () =>
    connection.entrada.deliveries.redeliver(id, { signal }),
  ).finally(stopProgress);
}

function rowOf({ createdAt, id, event, status, webhookName, attempts }: Delivery) {
  const { statusCode, cause } = attempts.at(-1) ?? { statusCode: null, cause: null };
  return [createdAt, id, event, status, webhookName, statusCode ?? cause];
}
