import { openPool } from '@entrada/platform/db/pool';
import { freshDatabase } from '@entrada/platform/testing/database';
import { openLine } from '@entrada/platform/testing/line';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { loadConfig } from '../../sandbox/bank/src/config.ts';
import { start } from '../../sandbox/bank/src/service.ts';

const CLIENT = { id: 'entrada', secret: 'a secret of the test' } as const;

export type PayerOrder = {
  /** What is sent when it is not the amount due. */
  readonly value?: number;
  readonly times?: number;
  /** False loses the callback. */
  readonly notify?: boolean;
  /** Pays what the bank should refuse: a charge that is paid, removed or expired. */
  readonly force?: boolean;
  /** The bank shows the payment only now, so long after it was made. */
  readonly secondsAgo?: number;
};

export type SentMail = {
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

type PaidCharge = { readonly txid: string; readonly endToEndId: string; readonly value: number };

/** The sandbox bank behind a line that can be cut; payers walk in by another door. */
export async function runBank() {
  await using starting = new AsyncDisposableStack();
  const database = starting.use(await freshDatabase('bank'));
  const config = loadConfig({
    DATABASE_URL_BANK: database.url,
    HTTP_PORT: '0',
    SMTP_PORT: '0',
    LISTEN_HOST: '127.0.0.1',
    BANK_CLIENT_ID: CLIENT.id,
    BANK_CLIENT_SECRET: CLIENT.secret,
  });
  const bank = starting.use(await start(config, testRuntime('bank')));
  const line = starting.use(await openLine(bank.httpPort));
  const { log } = testRuntime('bank');
  const db = openPool(database.adminUrl, { max: 1, log, name: 'test' });
  starting.defer(() => db.end());
  const control = async (path: string, body: object): Promise<string> => {
    const reply = await fetch(`http://127.0.0.1:${bank.httpPort}/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`The bank refused ${path}: ${reply.status} ${text}`);
    return text;
  };
  const clearFaults = async (): Promise<void> => {
    await fetch(`http://127.0.0.1:${bank.httpPort}/sandbox/faults`, { method: 'DELETE' });
  };
  /** What really happened at the bank. */
  const truth = async (of: '' | '/refunds' = '') => {
    const reply = await fetch(`http://127.0.0.1:${bank.httpPort}/sandbox/truth${of}`);
    return reply.json() as Promise<{ payments: PaidCharge[]; refunds: { id: string }[] }>;
  };
  const payAll = async (emv: string, order: PayerOrder): Promise<[PaidCharge, ...PaidCharge[]]> =>
    JSON.parse(await control('pay', { emv, ...order })).payments;

  const resources = starting.move();
  return {
    line,
    /** The bank's own books, to change them behind its back. */
    db,
    /** Where payers and their orders arrive. */
    controlUrl: `http://127.0.0.1:${bank.httpPort}`,
    /** Orders the bank about, as `sandbox/bank/README.md` tells. */
    control,
    clearFaults,
    truth,
    smtpUrl: `smtp://127.0.0.1:${bank.smtpPort}`,
    /** What was sent to an address, newest first. */
    async mailsTo(address: string): Promise<readonly SentMail[]> {
      const to = encodeURIComponent(address);
      const reply = await fetch(`http://127.0.0.1:${bank.httpPort}/mail.json?to=${to}`);
      return ((await reply.json()) as { mails: SentMail[] }).mails;
    },
    /** What a service needs to use this bank. */
    env: {
      PROVIDER_URL: `http://127.0.0.1:${line.port}`,
      PROVIDER_CLIENT_ID: CLIENT.id,
      PROVIDER_CLIENT_SECRET: CLIENT.secret,
      PROVIDER_PIX_KEY: 'pix@entrada.test',
    },
    payAll,
    pay: async (emv: string, order: PayerOrder = {}): Promise<PaidCharge> =>
      (await payAll(emv, order))[0],
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

export type RunningBank = Awaited<ReturnType<typeof runBank>>;
