import { generateKeyPairSync } from 'node:crypto';
import { freePort } from '@entrada/platform/testing/free-port';
import { testIdentityEnv } from '@entrada/platform/testing/identity';
import { type Line, openLine } from '@entrada/platform/testing/line';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { loadConfig } from '../../services/gateway/src/config.ts';
import { start } from '../../services/gateway/src/service.ts';
import { freshEventLog } from './fresh-event-log.ts';
import { runAuth } from './run-auth.ts';
import { runBank } from './run-bank.ts';
import { runCharges } from './run-charges.ts';
import { runLedger } from './run-ledger.ts';
import { runWebhooks } from './run-webhooks.ts';

/** The path on which the bank calls the gateway back. */
export const CALLBACK_SECRET = 'path-that-only-the-bank-knows';

/** So that tests meet a limit only when they are about it. */
const NO_LIMITS = {
  RATE_LIMIT_PER_SECOND: '1000000',
  RATE_LIMIT_BURST: '1000000',
  RATE_LIMIT_FAILED_KEYS_PER_MINUTE: '1000000',
  RATE_LIMIT_PUBLIC_PER_MINUTE: '1000000',
  RATE_LIMIT_CALLBACKS_PER_MINUTE: '1000000',
  OVERLOAD_DELAY_MS: '60000',
  KEEP_ALIVE_DRAIN_MS: '0',
};

/** A test that waits for a limit sets a shorter one; nobody waits for these unless the machine stalls. */
const PATIENT_GATEWAY = { REQUEST_TIMEOUT_MS: '60000' };

type Env = Readonly<Record<string, string>>;

/** A gateway with everything behind it, and a line to each service that a test can cut. Events are in Postgres, or where `eventsEnv` says. */
export async function runSystem(gatewayEnv: Env = {}, chargesEnv: Env = {}, eventsEnv: Env = {}) {
  await using starting = new AsyncDisposableStack();
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const [bank, events] = await Promise.all([runBank(), freshEventLog()]);
  for (const part of [bank, events]) starting.use(part);
  const auth = starting.use(await runAuth({ SMTP_URL: bank.smtpUrl, PUBLIC_BASE_URL: baseUrl }));
  const ledger = starting.use(
    await runLedger(events, {
      ...receiptsAtOnce(),
      AUTH_ADDRESS: auth.service.address,
      ...eventsEnv,
    }),
  );
  const env = {
    PROVIDER_WEBHOOK_URL: `${baseUrl}/provider/${CALLBACK_SECRET}`,
    AUTH_ADDRESS: auth.service.address,
    LEDGER_ADDRESS: ledger.service.address,
    ...eventsEnv,
    ...chargesEnv,
  };
  const charges = starting.use(await runCharges({ bank, events, env }));
  const authLine = starting.use(await openLine(portIn(auth.service.address)));
  const webhooks = starting.use(
    await runWebhooks(events, { AUTH_ADDRESS: address(authLine), ...eventsEnv }),
  );
  const lines = {
    auth: authLine,
    charges: starting.use(await openLine(portIn(charges.service.address))),
    ledger: starting.use(await openLine(portIn(ledger.service.address))),
    webhooks: starting.use(await openLine(portIn(webhooks.service.address))),
  };

  const configAt = (ownPort: number, env: Env = {}) =>
    loadConfig({
      ...testIdentityEnv('gateway'),
      MODE: 'test',
      PORT: String(ownPort),
      LISTEN_HOST: '127.0.0.1',
      PUBLIC_BASE_URL: baseUrl,
      AUTH_ADDRESS: address(lines.auth),
      CHARGES_ADDRESS: address(lines.charges),
      LEDGER_ADDRESS: address(lines.ledger),
      WEBHOOKS_ADDRESS: address(lines.webhooks),
      PROVIDER_CALLBACK_SECRET: CALLBACK_SECRET,
      SANDBOX_URL: bank.controlUrl,
      ...NO_LIMITS,
      ...PATIENT_GATEWAY,
      ...gatewayEnv,
      ...env,
    });
  const runtime = testRuntime('gateway');
  const gateway = starting.use(await start(configAt(port), runtime));

  const newKey = async (accountId: string, scopes: string[] = []) =>
    (await auth.rpc.createKey({ accountId, name: 'test', scopes })).key;
  const resources = starting.move();
  return {
    baseUrl,
    port,
    bank,
    auth,
    charges,
    ledger,
    webhooks,
    lines,
    gateway,
    runtime,
    newKey,
    /** One more replica of the gateway, on a port of its own. */
    async startAnotherGateway(env: Env = {}) {
      const runtime = testRuntime('gateway');
      return { ...(await start(configAt(0, env), runtime)), runtime };
    },
    async newAccount(): Promise<{ accountId: string; key: string }> {
      const accountId = await auth.newAccount();
      return { accountId, key: await newKey(accountId) };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

export type RunningSystem = Awaited<ReturnType<typeof runSystem>>;

/** Receipts are signed with a key of the test, and soon after each credit. */
function receiptsAtOnce(): Record<string, string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const der = privateKey.export({ type: 'pkcs8', format: 'der' });
  return { LEDGER_SIGNING_KEY: der.toString('base64'), CHECKPOINT_EVERY_MS: '2000' };
}

function portIn(serverAddress: string): number {
  return Number(serverAddress.split(':').at(-1));
}

function address({ port }: Line): string {
  return `127.0.0.1:${port}`;
}
