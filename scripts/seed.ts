/** Creates an account with an API key and, when an address is given, a webhook endpoint; prints them as JSON. */
import { AuthService, WebhooksService } from '@entrada/contracts/services';
import { connectGrpc } from '@entrada/platform/grpc/client';
import { openHealth } from '@entrada/platform/runtime/health';
import { openLog } from '@entrada/platform/telemetry/log';
import { Registry } from 'prom-client';
import { readArguments } from './operator/arguments.ts';
import { leave } from './operator/leave.ts';
import { sentenceOf } from './operator/sentence.ts';

const USAGE = `Usage: AUTH_ADDRESS=host:port WEBHOOKS_ADDRESS=host:port node scripts/seed.ts
  --email E --password P [--name N] [--webhook-url U]`;
const TIMEOUT_MS = 10_000;

type Addresses = { readonly authAddress: string; readonly webhooksAddress: string };
type Account = { readonly email: string; readonly password: string; readonly name: string };

export type Seeded = {
  readonly accountId: string;
  readonly apiKey: string;
  /** Signs what the webhook endpoint receives. */
  readonly webhookSecret?: string;
};

export async function seed(
  { authAddress, webhooksAddress }: Addresses,
  { webhookUrl, ...account }: Account & { readonly webhookUrl?: string | undefined },
): Promise<Seeded> {
  const runtime = {
    log: openLog({ service: 'seed', level: 'warn', version: '-' }),
    metrics: new Registry(),
    health: openHealth(),
  };
  using auth = connectGrpc(AuthService, { address: authAddress, timeoutMs: TIMEOUT_MS, runtime });
  const created = await auth.createAccount(account);
  const accountId = created.account?.id ?? '';
  const { key: apiKey } = await auth.createKey({ accountId, name: 'First key' });
  if (!webhookUrl) return { accountId, apiKey };

  using webhooks = connectGrpc(WebhooksService, {
    address: webhooksAddress,
    timeoutMs: TIMEOUT_MS,
    runtime,
  });
  const endpoint = { accountId, name: 'First endpoint', url: webhookUrl, skipTest: true };
  const { secret: webhookSecret } = await webhooks.createEndpoint(endpoint);
  return { accountId, apiKey, webhookSecret };
}

if (import.meta.main) {
  const text = { type: 'string' } as const;
  const { values } = readArguments(USAGE, {
    options: { email: text, password: text, name: text, 'webhook-url': text },
  });
  const { AUTH_ADDRESS: authAddress, WEBHOOKS_ADDRESS: webhooksAddress = '' } = process.env;
  const { email, password, 'webhook-url': webhookUrl } = values;
  if (!authAddress) leave(`Set AUTH_ADDRESS.\n${USAGE}`);
  if (webhookUrl && !webhooksAddress) leave(`Set WEBHOOKS_ADDRESS.\n${USAGE}`);
  if (!email || !password) leave(`--email and --password are needed.\n${USAGE}`);
  try {
    const account = { email, password, name: values.name ?? email, webhookUrl };
    console.log(JSON.stringify(await seed({ authAddress, webhooksAddress }, account)));
  } catch (error) {
    console.error(sentenceOf(error, { service: 'AUTH_ADDRESS or WEBHOOKS_ADDRESS' }));
    process.exitCode = 1;
  }
}
