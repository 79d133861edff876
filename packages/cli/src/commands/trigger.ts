import type { Calls, SandboxPayment } from '@entrada/client/gen/api';
import { CommandError, usageError } from '@entrada/command-line/command-error';
import { Argument, type Command } from 'commander';
import { change } from '../access/change.ts';
import { type Connection, connect } from '../access/connect.ts';
import { modeOfKey } from '../access/settings.ts';
import { type Act, type Context, examples, type Outcome, valueOption } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { money } from '../text/table.ts';

const ABOUT = `Creates a real deposit in the sandbox and pays it as one of its payers, which makes the events of that case.
entrada listen gets all of them, and an endpoint those that it subscribes to. Refused in live mode.

paid: pays. late: pays two minutes after the code expired, which takes three minutes. twice: pays two times.
underpaid: pays one cent less. returned: pays, and the bank then takes the money back (MED_FRAUDE).`;
const VALUE_CENTS = 5_000;

type Options = { readonly value: number };

export function trigger(program: Command, act: Act): void {
  program
    .command('trigger')
    .summary('make a sandbox deposit that is paid, late, twice, underpaid or returned')
    .description(ABOUT)
    .addArgument(new Argument('<case>', 'what the payer does').choices(Object.keys(SCENARIOS)))
    .addOption(valueOption('value of the deposit').default(VALUE_CENTS))
    .addHelpText('after', examples('trigger paid', 'trigger returned --value 12000'))
    .action(act(run));
}

async function run(context: Context, name: ScenarioName, { value }: Options): Promise<Outcome> {
  const connection = connect(context);
  const { signal, terminal } = context;
  const { payer, expiresIn, events, isReturned } = SCENARIOS[name];
  const { sandboxUrl } = await requireSandbox(context, connection);
  if (isReturned && sandboxUrl === null) {
    throw new CommandError(
      'The server does not say where its sandbox bank is, which must return the money. Set SANDBOX_PUBLIC_URL of the gateway.',
    );
  }
  const { entrada } = connection;
  const created = await change(
    context,
    connection,
    seen('The deposit', 'entrada deposits list'),
    () =>
      entrada.deposits.create(
        { value, description: `entrada trigger ${name}`, ...(expiresIn ? { expiresIn } : {}) },
        { signal },
      ),
  );
  const { paymentLinkId } = created;
  terminal.note(`Created ${paymentLinkId} of ${money(created.value)}.`);
  const look = seen('The payment', `entrada deposits show ${paymentLinkId}`);
  const { payment } = await change(context, connection, look, () =>
    entrada.request('POST /api/sandbox/pay', { body: { paymentLinkId, scenario: payer }, signal }),
  );
  if (isReturned && sandboxUrl !== null) {
    await returnByBank(context, connection, { sandboxUrl, paymentLinkId, payment });
  }
  const when = payment.scheduledFor ? ` It will be paid at ${payment.scheduledFor}.` : '';
  return {
    text: `${name}: ${paymentLinkId}.${when} Expect ${events.join(' and ')}.${whoGets(events)}`,
    json: { case: name, deposit: created, payment, expectedEvents: events },
  };
}

function whoGets(events: readonly string[]): string {
  if (events.every((event) => event === SUCCESS)) return '';
  return ` entrada listen gets all of these. An endpoint gets those that it subscribes to, by default ${SUCCESS} alone: entrada webhooks show.`;
}

function seen(what: string, look: string) {
  return { what, look };
}

/** Before anything is created: this command is not for money. */
async function requireSandbox({ signal }: Context, { apiKey, entrada, baseUrl }: Connection) {
  if (modeOfKey(apiKey) === 'live') {
    throw usageError('This is a live key. trigger works with a test key in the sandbox only.');
  }
  const { deployment } = await entrada.request('GET /api/deployment', { signal });
  if (deployment.mode !== 'live' && deployment.sandbox) return deployment;
  throw usageError(
    `${baseUrl} has no sandbox (${deployment.mode} mode). trigger works in the sandbox only.`,
  );
}

type Payer = Calls['POST /api/sandbox/pay']['body']['scenario'];
type Scenario = {
  /** What the payer of the sandbox is asked to do. */
  readonly payer: Payer;
  /** Seconds; default: that of the deployment. */
  readonly expiresIn?: number;
  /** The bank takes the money back afterwards. */
  readonly isReturned?: true;
  /** What the account's feed gets, and its receivers where they subscribe to it. */
  readonly events: readonly string[];
};
type ScenarioName = 'paid' | 'late' | 'twice' | 'underpaid' | 'returned';

const SUCCESS = 'DEPOSIT_ASSET_SUCCESS';
const EXCEPTION = 'DEPOSIT_ASSET_EXCEPTION';
const SOONEST_EXPIRY_SECONDS = 60;

const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = {
  paid: { payer: 'pay', events: [SUCCESS] },
  late: {
    payer: 'late',
    expiresIn: SOONEST_EXPIRY_SECONDS,
    events: ['DEPOSIT_ASSET_EXPIRED', SUCCESS],
  },
  twice: { payer: 'twice', events: [SUCCESS, EXCEPTION] },
  underpaid: { payer: 'too_little', events: [EXCEPTION] },
  returned: { payer: 'pay', isReturned: true, events: [SUCCESS, 'DEPOSIT_ASSET_REFUNDED'] },
};

const CONFIRM_MAX_MS = 60_000;
const TIMEOUT_MS = 10_000;
const NATURE = 'MED_FRAUDE';

type SandboxResult = {
  readonly sandboxUrl: string;
  readonly paymentLinkId: string;
  readonly payment: SandboxPayment;
};

/** Once the deposit is confirmed, the sandbox bank takes its money back, as after a report of fraud. */
async function returnByBank(
  { signal, terminal }: Context,
  { entrada }: Connection,
  { sandboxUrl, paymentLinkId, payment }: SandboxResult,
): Promise<void> {
  const stopProgress = terminal.progress('Waiting until the payment is confirmed');
  try {
    await entrada.deposits.waitUntilPaid(paymentLinkId, { signal, waitMs: CONFIRM_MAX_MS });
    const [endToEndId] = payment.endToEndIds;
    const reply = await fetch(new URL('/sandbox/return', sandboxUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endToEndId, natureza: NATURE }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (!reply.ok) throw new Error(`it responded with ${reply.status}`);
  } catch (error) {
    signal.throwIfAborted();
    throw new CommandError(
      `The deposit ${paymentLinkId} was paid, and the sandbox bank at ${sandboxUrl} did not return it: ${(error as Error).message}. Look: entrada deposits show ${paymentLinkId}`,
      { exitCode: EXIT.unavailable, cause: error },
    );
  } finally {
    stopProgress();
  }
}
