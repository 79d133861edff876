import { EntradaError } from '@entrada/client/entrada-error';
import type { WebhookEvent } from '@entrada/client/webhook-event';
import type { Command } from 'commander';
import { type Connection, connect } from '../access/connect.ts';
import { type Act, type Context, eventsOption, examples, type Outcome } from '../command.ts';
import { endOfFeed } from '../live/end-of-feed.ts';
import { forwardEvent } from '../live/forward-event.ts';
import { openPosition, type Position } from '../live/position.ts';
import { requireHttpUrl } from './webhooks.ts';

const ABOUT = `Forwards the events of the account to a receiver on this computer as they happen, signed like webhooks with a
secret that it prints; no endpoint has to be registered, and nothing has to reach this computer from outside. One
line for each attempt, with the status and the time it took.

It keeps its position: after a restart it goes on with the next event, with the same secret. A receiver that
does not respond is retried until it does; one that responds with an error three times is passed over. It acknowledges
nothing, so a program of yours that reads the feed is not affected.`;
const FROM_START = '0';

type Options = {
  readonly forwardTo: string;
  readonly events?: readonly string[];
  readonly fromStart?: true;
};

export function listen(program: Command, act: Act): void {
  program
    .command('listen')
    .summary('forward events to a receiver on this computer')
    .description(ABOUT)
    .requiredOption('--forward-to <url>', 'the receiver, such as http://localhost:3000/hook')
    .addOption(eventsOption('only these'))
    .option('--from-start', 'begin with the oldest event that is kept, 30 days back')
    .addHelpText(
      'after',
      examples(
        'listen --forward-to http://localhost:3000/hook',
        'listen --forward-to http://localhost:3000/hook --events DEPOSIT_ASSET_SUCCESS',
      ),
    )
    .action(act(run));
}

async function run(context: Context, asked: Options): Promise<Outcome> {
  const url = requireHttpUrl('--forward-to', asked.forwardTo);
  const connection = connect(context, { reportsOutages: true });
  const { terminal, asJson, signal } = context;
  const position = openPosition(context.env, { ...connection, url });
  try {
    if (asked.fromStart) position.reset(FROM_START);
    else if (!position.cursor()) await beginNow(context, connection, position);
    const { secret } = position;
    terminal.print(
      asJson
        ? JSON.stringify({ forwardTo: url, secret })
        : `Forwarding events to ${url}. Ctrl-C stops.\nSigning secret: ${secret}`,
    );
    await follow(context, connection, { ...asked, url, position });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  const sentence = 'Stopped. The next listen with this address goes on from here.';
  return { text: sentence, json: { stopped: true } };
}

type Following = Options & { readonly url: string; readonly position: Position };

async function follow(
  context: Context,
  connection: Connection,
  following: Following,
): Promise<never> {
  for (;;) {
    try {
      await followFromPosition(context, connection, following);
    } catch (error) {
      if (!(error instanceof EntradaError) || error.code !== 'invalid_cursor') throw error;
      const sentence = 'The server does not know the kept position. Beginning with the next event.';
      context.terminal.note(sentence);
      await beginNow(context, connection, following.position);
    }
  }
}

async function followFromPosition(
  context: Context,
  { entrada }: Connection,
  { url, events: wanted, position }: Following,
): Promise<void> {
  const { signal } = context;
  const { secret } = position;
  for await (const page of entrada.events.pages({ cursor: position.cursor(), signal })) {
    const isDue = ({ id, event }: WebhookEvent) =>
      !position.isHandled(id) && (!wanted || wanted.includes(event));
    for (const event of page.events.filter(isDue)) {
      await forwardEvent(context, { url, secret, event });
      position.handled(event.id);
    }
    if (page.nextCursor !== null) position.passed(page.nextCursor);
  }
}

async function beginNow(
  context: Context,
  { entrada }: Connection,
  position: Position,
): Promise<void> {
  position.reset(await endOfFeed(context, entrada));
}
