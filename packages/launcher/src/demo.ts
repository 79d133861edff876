/** Runs one deposit through the system that `npm start` runs: `npm run demo`. */
import { randomBytes } from 'node:crypto';
import { styleText } from 'node:util';
import { Entrada } from '@entrada/client/entrada';
import { verifyWebhook } from '@entrada/client/verify-webhook';
import { openReceiver } from '@entrada/deposit-check/webhook-receiver';
import { eventually } from '@entrada/platform/testing/eventually';
import { readCommandLine } from './command-line.ts';
import { readDemo, readRun } from './data-folder.ts';
import { payAtBank } from './pay-at-bank.ts';
import { seed } from './seed.ts';

const VALUE_CENTS = 5_000;
const started = performance.now();

function step(title: string, detail: string): void {
  const at = `${Math.round(performance.now() - started)} ms`.padStart(8);
  console.log(`${styleText('dim', at)}  ${styleText('bold', title.padEnd(16))} ${detail}`);
}

async function runningSystem() {
  const [demo, run] = [await readDemo(), await readRun()];
  const isUp =
    demo &&
    (await fetch(demo.baseUrl).then(
      () => true,
      () => false,
    ));
  if (demo && run && isUp) return { ...demo, ...run };
  throw new Error(
    'Entrada is not running. Start it with npm start, then run this in another terminal.',
  );
}

async function runDeposit(): Promise<void> {
  const system = await runningSystem();
  await using receiver = await openReceiver();
  step('receiver', `listens at ${receiver.url}`);

  const name = `demo-${randomBytes(4).toString('hex')}`;
  const account = {
    name,
    email: `${name}@entrada.example`,
    password: randomBytes(12).toString('hex'),
  };
  const { apiKey, webhookSecret } = await seed(system, { ...account, webhookUrl: receiver.url });
  step('account', `${account.email}, with an API key and a webhook endpoint`);

  const api = new Entrada({ baseUrl: system.baseUrl, apiKey });
  const created = await api.deposits.create({ value: VALUE_CENTS });
  step(
    'created',
    `${created.paymentLinkId}  value ${created.value}  fee ${created.fee}  ${created.status}`,
  );
  step('payment page', created.paymentLinkUrl);

  const [payment] = await payAtBank(system.bankUrl, created.emv);
  step('paid', `at the sandbox bank, ${payment?.endToEndId}`);

  const confirmed = await api.deposits.waitUntilPaid(created.paymentLinkId);
  step('confirmed', confirmed.status);

  const balance = await eventually(async () => {
    const found = await api.balance();
    return found.available > 0 && found;
  });
  step('credited', `balance ${balance.available} = value ${created.value} - fee ${created.fee}`);

  const { headers, body } = await eventually(() => receiver.received[0] ?? false);
  const { id, event, data } = await verifyWebhook(headers, body, webhookSecret ?? '');
  const credited = 'creditedValue' in data ? data.creditedValue : 0;
  step('webhook', `${event}  credited ${credited}  webhook-id ${id}`);
  step('signature', 'verified');
}

readCommandLine(
  'npm run demo',
  'Sends one deposit through the system that npm start runs: created, paid, credited, delivered to a webhook.',
);
try {
  await runDeposit();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
