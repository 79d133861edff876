import type { WebhookEvent } from '@entrada/client/webhook-event';
import type { Command } from 'commander';
import { connect } from '../access/connect.ts';
import { type Act, type Context, eventsOption, examples, type Outcome } from '../command.ts';
import { endOfFeed } from '../live/end-of-feed.ts';
import { eventText } from '../live/forward-event.ts';

const ABOUT = `Shows events of the account as they happen, until Ctrl-C. It acknowledges nothing, so a program of
yours that reads the feed is not affected. With --json each line is one event.`;
const FROM_START = '0';

type Options = { readonly events?: readonly string[]; readonly fromStart?: true };

export function events(program: Command, act: Act): void {
  const group = program
    .command('events')
    .summary('follow the event feed')
    .description('The feed of events, which has what webhooks bring.')
    .addHelpText('after', examples('events tail'));
  group
    .command('tail')
    .summary('show events as they happen')
    .description(ABOUT)
    .addOption(eventsOption('only these'))
    .option('--from-start', 'begin with the oldest event that is kept, 30 days back')
    .addHelpText('after', examples('events tail', 'events tail --from-start --json'))
    .action(act(tail));
}

async function tail(context: Context, { events: wanted, fromStart }: Options): Promise<Outcome> {
  const { entrada } = connect(context, { reportsOutages: true });
  const { signal, terminal, asJson } = context;
  const show = (event: WebhookEvent) =>
    terminal.print(asJson ? JSON.stringify(event) : eventText(event));
  try {
    const cursor = fromStart ? FROM_START : await endOfFeed(context, entrada);
    terminal.note('Waiting for events. Ctrl-C stops.');
    for await (const event of entrada.events.follow({ cursor, signal })) {
      if (!wanted || wanted.includes(event.event)) show(event);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return { text: [], json: undefined };
}
