import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { EntradaError } from '@entrada/client/entrada-error';
import type { WebhookEvent } from '@entrada/client/webhook-event';
import type { Command } from 'commander';
import { type Connection, connect } from '../access/connect.ts';
import { configFolder, readPrivate, writePrivate } from '../access/private-file.ts';
import {
  type Act,
  type Context,
  type Env,
  eventsOption,
  examples,
  type Outcome,
} from '../command.ts';
import { endOfFeed } from '../live/end-of-feed.ts';
import { forwardEvent } from '../live/forward-event.ts';
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

const SECRET_BYTES = 24;
const NAME_LENGTH = 16;

type StoredPosition = {
  readonly secret: string;
  /** After the last page that was handled whole. */
  readonly cursor?: string | undefined;
  /** Events of the page after it that were handled. */
  readonly handled: readonly string[];
};
type Listener = { readonly baseUrl: string; readonly apiKey: string; readonly url: string };

type Position = {
  readonly secret: string;
  readonly cursor: () => string | undefined;
  readonly isHandled: (eventId: string) => boolean;
  readonly handled: (eventId: string) => void;
  readonly passed: (cursor: string) => void;
  readonly reset: (cursor: string | undefined) => void;
};

/** How far one listener has come, and the secret it signs with; each step is on disk before the next begins. */
function openPosition(env: Env, listener: Listener): Position {
  const file = join(configFolder(env), 'listen', `${nameOf(listener)}.json`);
  const found = readPrivate(file);
  let stored: StoredPosition = isStored(found) ? found : { secret: newSecret(), handled: [] };
  const { secret } = stored;
  function keep(next: Omit<StoredPosition, 'secret'>): void {
    stored = { ...next, secret };
    writePrivate(file, stored);
  }
  return {
    secret,
    cursor: () => stored.cursor,
    isHandled: (eventId) => stored.handled.includes(eventId),
    handled: (eventId) => keep({ ...stored, handled: [...stored.handled, eventId] }),
    passed: (cursor) => keep({ cursor, handled: [] }),
    reset: (cursor) => keep({ cursor, handled: [] }),
  };
}

/** Another account or receiver has a position of its own. The key is not in the name, only a hash. */
function nameOf({ baseUrl, apiKey, url }: Listener): string {
  const hash = createHash('sha256').update(JSON.stringify([baseUrl, apiKey, url]));
  return hash.digest('hex').slice(0, NAME_LENGTH);
}

function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

function isStored(value: unknown): value is StoredPosition {
  const { secret, cursor, handled } = (value ?? {}) as Partial<StoredPosition>;
  const isCursor = cursor === undefined || typeof cursor === 'string';
  return typeof secret === 'string' && isCursor && Array.isArray(handled);
}
