import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import type { Logger } from '@entrada/platform/telemetry/log';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { App } from '../app.ts';

const MAIL_BYTES_MAX = 256 * 1024;
const CLIENTS_MAX = 50;
const IDLE_MAX_MS = 60_000;
const RECIPIENTS_MAX = 10;
const CLOSE_MAX_MS = 1_000;
/** Postgres cannot store it. */
const NUL = /\0/g;

type Options = { readonly host: string; readonly port: number; readonly log: Logger };

/** A mail server that keeps every mail and delivers none. */
export async function serveSmtp(
  app: Pick<App, 'keepMail'>,
  { host, port, log }: Options,
): Promise<{ readonly port: number } & AsyncDisposable> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAIL_BYTES_MAX,
    maxClients: CLIENTS_MAX,
    socketTimeout: IDLE_MAX_MS,
    closeTimeout: CLOSE_MAX_MS,
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      keep(app, stream, to.slice(0, RECIPIENTS_MAX)).then(
        () => done(),
        (err) => {
          log.warn({ err }, 'mail not stored');
          done(err);
        },
      );
    },
  });
  // A client that goes away concerns nobody.
  server.on('error', (err) => log.debug({ err }, 'mail connection failed'));
  const listener = server.listen(port, host);
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

async function keep(
  app: Pick<App, 'keepMail'>,
  stream: Readable,
  recipients: readonly string[],
): Promise<void> {
  const mail = await PostalMime.parse(Buffer.concat(await stream.toArray()));
  const [subject = '', text = ''] = [mail.subject, mail.text].map((part) => part?.replace(NUL, ''));
  const receivedAt = new Date();
  for (const to of recipients) await app.keepMail({ receivedAt, to, subject, text });
}
