import { CommandError, usageError } from '@entrada/command-line/command-error';
import {
  AuthService,
  ChargesService,
  LedgerService,
  ParkedService,
  WebhooksService,
} from '@entrada/contracts/services';
import {
  AppError,
  type ErrorCode,
  isUnavailable,
  type Reason,
} from '@entrada/platform/errors/app-error';
import { connectGrpc } from '@entrada/platform/grpc/client';
import type { WithEnv } from '../command.ts';
import { operatorRuntimeOf } from './login.ts';
import { runningSystem } from './running-system.ts';

const TIMEOUT_MS = 5_000;

const SERVICES = {
  auth: { service: AuthService, setting: 'AUTH_ADDRESS' },
  charges: { service: ChargesService, setting: 'CHARGES_ADDRESS' },
  ledger: { service: LedgerService, setting: 'LEDGER_ADDRESS' },
  webhooks: { service: WebhooksService, setting: 'WEBHOOKS_ADDRESS' },
  /** Of both, for the records that each has parked. */
  ledgerParked: { service: ParkedService, setting: 'LEDGER_ADDRESS' },
  webhooksParked: { service: ParkedService, setting: 'WEBHOOKS_ADDRESS' },
} as const;

/** Where the system that `npm start` runs has each. */
const RUNNING = {
  AUTH_ADDRESS: 'authAddress',
  CHARGES_ADDRESS: 'chargesAddress',
  LEDGER_ADDRESS: 'ledgerAddress',
  WEBHOOKS_ADDRESS: 'webhooksAddress',
} as const;

/** A service refuses a log-in of another installation without a word. */
const LOG_IN_AGAIN = 'If the system was installed anew since you logged in, log in again.';

/** Advice for an error of a service, by its code. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  INVALID_ARGUMENT: 'Run it with --help to see what it takes.',
  OUT_OF_RANGE: 'Run it with --help to see what it takes.',
  NOT_FOUND: 'Check the id.',
  CONFLICT: 'Check its state first: nothing was changed.',
  TOO_MANY_REQUESTS: 'Wait a moment, then run it again.',
};

/** The arguments are wrong, and nothing was done. */
const INVALID: ReadonlySet<ErrorCode> = new Set(['INVALID_ARGUMENT', 'OUT_OF_RANGE']);

type Services = typeof SERVICES;
type Name = keyof Services;
type Client<N extends Name> = ReturnType<typeof connectGrpc<Services[N]['service']['service']>>;

/** A client of the service at its address in the environment, else of the one that `npm start` runs. */
export async function connect<N extends Name>(
  context: WithEnv,
  name: N,
  timeoutMs = TIMEOUT_MS,
): Promise<Client<N>> {
  const { service, setting } = SERVICES[name];
  const server = name.replace('Parked', '');
  const address = context.env[setting] || (await runningSystem(context.env))?.[RUNNING[setting]];
  if (!address) throw usageError(`Set ${setting}, or run npm start first.`);
  const client = connectGrpc(service as Services['auth']['service'] & { service: object }, {
    address,
    timeoutMs,
    server,
    runtime: await operatorRuntimeOf(context),
  }) as unknown as Client<N>;
  return explaining(client, name);
}

/** The error of a call without a reply names the setting to check. */
function explaining<N extends Name>(client: Client<N>, name: N): Client<N> {
  const calls = Object.entries(client as Record<string, (request: unknown) => Promise<unknown>>);
  const explained = calls.map(([method, call]) => [
    method,
    (request: unknown) =>
      call(request).catch((error: unknown) => {
        throw explainedError(error, name, request);
      }),
  ]);
  return Object.assign(Object.fromEntries(explained), {
    [Symbol.dispose]: () => client[Symbol.dispose](),
  });
}

/** Before a call that takes long: an unavailable ledger is reported after seconds. */
export async function requireLedger(context: WithEnv): Promise<void> {
  using ledger = await connect(context, 'ledger');
  await ledger.listSuspense({ limit: 1 });
}

function explainedError(error: unknown, name: Name, request: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const sentence = sentenceOf(error, name, request);
  return INVALID.has(error.code)
    ? usageError(sentence, error)
    : new CommandError(sentence, { cause: error });
}

/** The reason that a service gave for its refusal. */
export function reasonOf(error: unknown): Reason | null {
  const cause = error instanceof CommandError ? error.cause : error;
  return cause instanceof AppError ? cause.reason : null;
}

/** The code of the reply of a service that an error is about. */
export function codeOf({ cause }: CommandError): ErrorCode | null {
  return cause instanceof AppError ? cause.code : null;
}

function sentenceOf(error: AppError, name: Name, request: unknown): string {
  const { code, reason, message } = error;
  // Whole sentences say what to do.
  if (/[.!?]$/.test(message)) return message;
  if (isUnavailable(error)) {
    const what = code === 'TIMEOUT' ? 'did not answer in time' : 'or what it needs is unavailable';
    return `The service ${name.replace('Parked', '')} ${what} (${reason}). ${checkSetting(SERVICES[name].setting)} ${LOG_IN_AGAIN}`;
  }
  if (reason === 'account_not_found') {
    return `${message}: ${(request as { accountId?: string }).accountId}. ${ADVICE.NOT_FOUND}`;
  }
  const advice = ADVICE[code];
  return advice ? `${message}. ${advice}` : `${message}.`;
}

export function checkSetting(setting: string): string {
  return `Check that npm start is running, or correct ${setting}.`;
}
