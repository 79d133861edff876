import { openReceiver } from '@entrada/deposit-check/webhook-receiver';
import { eventually } from '@entrada/platform/testing/eventually';
import pg from 'pg';
import { seed } from '../../packages/launcher/src/seed.ts';
import type { System } from '../../packages/launcher/src/system.ts';

const OWNER = { name: 'Padaria da Bia', email: 'bia@entrada.example' };
const DAYS = 7;
const WAIT = { timeoutMs: 60_000 };
/** What is sold, in cents; each day takes another stretch of it. */
const SALES = [
  ['Bolo de cenoura', 8_900],
  ['Cesta de café da manhã', 24_500],
  ['Pão de fermentação natural', 3_200],
  ['Torta de frango', 11_900],
  ['Encomenda de aniversário', 48_000],
  ['Brigadeiros, 50 unidades', 9_500],
  ['Café especial, 1 kg', 12_400],
] as const;
const SALES_OF_DAY = [5, 6, 4, 7, 9, 10, 7];
/** Every so many customers change their mind. */
const UNPAID_EVERY = 6;

type Charge = { readonly paymentLinkId: string; readonly paymentLinkUrl: string };
type Reply = { readonly charge: Charge };
type Urls = { readonly urlOf: (service: string) => string };

/** A bakery with a week of sales, a refund, a webhook endpoint, and one deposit that waits for its payer. */
export async function openShop(system: System, { urlOf }: Urls) {
  await using receiver = await openReceiver();
  const password = crypto.randomUUID();
  const account = { ...OWNER, password, webhookUrl: receiver.url };
  const { accountId, apiKey } = await seed(system, account);
  const call = caller(system.baseUrl, apiKey);
  await confirmEmail(system);
  let sold = 0;
  let expected = 0;
  let refunded = '';
  for (let day = 0; day < DAYS; day += 1) {
    for (let sale = 0; sale < (SALES_OF_DAY[day] ?? 0); sale += 1) {
      sold += 1;
      const [description, value] = SALES[sold % SALES.length] ?? SALES[0];
      const deposit = { value, description, externalId: `pedido-${1_040 + sold}` };
      const { charge } = await call('POST', '/api/deposit', deposit);
      if (sold % UNPAID_EVERY === 0) continue;
      await call('POST', '/api/sandbox/pay', {
        paymentLinkId: charge.paymentLinkId,
        scenario: 'pay',
      });
      refunded = charge.paymentLinkId;
      expected += 1;
    }
    await eventually(() => receiver.received.length >= expected, WAIT);
    await moveBack({ urlOf, accountId, days: DAYS - 1 - day });
  }
  await call('POST', `/api/deposit/${refunded}/refund`, { value: 1_000 });
  const metadata = { cliente: '4711', entrega: 'sábado, 9 h' };
  const waiting = { metadata, value: 24_500, description: 'Cesta de café da manhã para sábado' };
  const { charge } = await call('POST', '/api/deposit', waiting);
  return { cookie: await logIn(system.baseUrl, password), paid: refunded, open: charge };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** So that no page asks for it. */
async function confirmEmail({ baseUrl, bankUrl }: System): Promise<void> {
  const token = await eventually(async () => {
    const mails = await (await fetch(`${bankUrl}/mail.json?to=${OWNER.email}`)).text();
    return /#token=([\w-]{43})/.exec(mails)?.[1] ?? false;
  }, WAIT);
  await fetch(`${baseUrl}/api/account/confirm-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
}

function caller(baseUrl: string, apiKey: string) {
  return async (method: string, path: string, body: object): Promise<Reply> => {
    const reply = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
    return JSON.parse(text) as Reply;
  };
}

/** Of the session, as `name=value`. */
async function logIn(baseUrl: string, password: string): Promise<string> {
  const reply = await fetch(`${baseUrl}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: OWNER.email, password }),
  });
  return reply.headers.get('set-cookie')?.split(';')[0] ?? '';
}

const HOURS = {
  charges: ['charge_hour'],
  ledger: ['holder_hour'],
  webhooks: ['notified_hour'],
} as const;

type Move = Urls & { readonly accountId: string; readonly days: number };

/** Counts what was just sold some days earlier: everything is real but the day in the chart. */
async function moveBack({ urlOf, accountId, days }: Move): Promise<void> {
  if (days === 0) return;
  for (const [service, tables] of Object.entries(HOURS)) {
    const db = new pg.Client({ connectionString: urlOf(service) });
    await db.connect();
    try {
      await db.query('begin');
      await db.query('set local session_replication_role = replica');
      for (const table of tables) {
        const owner = service === 'ledger' ? 'holder_id' : 'account_id';
        const [time, newest] = table.endsWith('_day') ? ['day', '27 hours'] : ['hour', '3 hours'];
        await db.query(`lock table ${table} in share row exclusive mode`);
        await db.query(
          `update ${table} set ${time} = ${time} - $2 * interval '1 day'
            where ${owner} = $1 and ${time} > now() - interval '${newest}'`,
          [accountId, days],
        );
      }
      await db.query('commit');
    } finally {
      await db.end();
    }
  }
}
