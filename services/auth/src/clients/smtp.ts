import { createTransport } from 'nodemailer';
import type { Mailer } from '../ports.ts';

const CONNECT_MAX_MS = 10_000;
const SILENCE_MAX_MS = 20_000;
const CONNECTIONS_MAX = 2;

type Options = {
  readonly url: string;
  readonly from: string;
  /** Whether a server that does not encrypt is refused. */
  readonly requireTls: boolean;
};

export function openMailer({ url, from, requireTls }: Options): Mailer & Disposable {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: CONNECTIONS_MAX,
      connectionTimeout: CONNECT_MAX_MS,
      greetingTimeout: CONNECT_MAX_MS,
      socketTimeout: SILENCE_MAX_MS,
      requireTLS: requireTls,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    async send(id, { to, subject, text, html }) {
      // The same for every attempt, so that a mailbox can recognize a mail that came twice.
      const messageId = `<${id}@entrada>`;
      await transport.sendMail({ to: { name: '', address: to }, subject, text, html, messageId });
    },
    [Symbol.dispose]: () => transport.close(),
  };
}
