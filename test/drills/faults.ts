import { Topic } from '@entrada/contracts/topics';
import { openKafkaEventLog } from '@entrada/platform/events/kafka-event-log';
import { issueCertificate } from '@entrada/platform/identity/authority';
import { serviceCaller } from '@entrada/platform/identity/caller';
import { readPem, writePem } from '@entrada/platform/identity/certificate-folder';
import { eventually } from '@entrada/platform/testing/eventually';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { payAtBank } from '../../scripts/client/pay-at-bank.ts';
import type { Stage } from './stage.ts';

const DAY_MS = 86_400_000;
const WAITING_MIN = 12;
/** Twice what the burn rate of the service level allows of all credits. */
const LATE_SHARE = 0.03;
const PAID_WAIT_MAX_MS = 120_000;

export type Fault = {
  readonly title: string;
  readonly make: (stage: Stage) => Promise<void>;
  /** What fires while it lasts. */
  readonly alerts: readonly string[];
  readonly end?: (stage: Stage) => Promise<void>;
  /** What fires only once it is over, because only then what was late arrives. */
  readonly alertsAfter?: readonly string[];
};

const signal = (stage: Stage, program: string, name: 'SIGSTOP' | 'SIGCONT'): void => {
  const pid = stage.system.programs.get(program)?.pid();
  if (pid === undefined) throw new Error(`${program} does not run`);
  process.kill(pid, name);
};

/** What goes wrong while everything runs. */
export const FAULTS: readonly Fault[] = [
  {
    title: 'a record that the producer did not write',
    async make({ kafka, system }) {
      await using log = openKafkaEventLog({
        connection: { brokers: [kafka.address], tls: null, sasl: null },
        clientId: 'forger',
        runtime: testRuntime('forger'),
      });
      const topic = `${system.kafkaPrefix}${Topic.Charges}`;
      const value = Buffer.from('a credit that nobody paid for');
      await log.publish([
        { topic, key: 'forged', value, headers: { 'event-id': crypto.randomUUID() } },
      ]);
    },
    alerts: ['EventsParked', 'EventsUnauthenticated'],
  },
  {
    title: 'a balance that was changed behind the ledger',
    make: ({ behind }) =>
      behind('ledger', 'update account set available_cents = available_cents + 1'),
    alerts: ['AuditViolation'],
  },
  {
    title: 'a payment of another amount than was asked for',
    async make({ holder, system }) {
      const { emv } = await holder.api.deposits.create({ value: 1_000 });
      await payAtBank(system.bankUrl, emv, { value: 999 });
    },
    alerts: ['SuspenseHeld'],
  },
  {
    title: 'a certificate near its end',
    async make({ system: { certificates } }) {
      const authority = await readPem(certificates, 'services-ca');
      if (!authority) throw new Error('there is no authority of services');
      const from = new Date();
      const until = new Date(from.getTime() + DAY_MS);
      const pem = await issueCertificate(authority, serviceCaller('webhooks'), { from, until });
      await writePem(certificates, 'webhooks', pem);
    },
    alerts: ['InternalCertExpiry'],
  },
  {
    title: 'an endpoint whose secret cannot be opened',
    async make({ holder, behind }) {
      const { url } = holder.receiver;
      const { webhook } = await holder.api.webhooks.create({ name: 'unopened', url });
      const { id } = webhook;
      await behind('webhooks', `update endpoint set sealed_secret = '\\x00' where id = '${id}'`);
    },
    alerts: ['SecretsUnopened'],
  },
  {
    title: 'an endpoint that is dead',
    async make({ holder, silent }) {
      // An endpoint has to accept a test event before it is created.
      await holder.api.webhooks.create({ name: 'dead', url: `http://localhost:${silent.port}/` });
      silent.mute();
    },
    alerts: ['WebhookBacklog'],
    async end({ silent, behind }) {
      silent.cut();
      // As if 75 hours had passed.
      await behind(
        'webhooks',
        `update delivery set attempts = 9, due_at = now(), lease_until = null
          where status = 'PENDING' and attempts > 0`,
      );
    },
    alertsAfter: ['WebhooksExhausted'],
  },
];

/** What is not there any more; the last two do not come back. */
export const OUTAGES: readonly Fault[] = [
  {
    title: 'a consumer that is frozen',
    make: async (stage) => signal(stage, 'webhooks', 'SIGSTOP'),
    alerts: ['ConsumerAbsent', 'TargetDown'],
    end: async (stage) => signal(stage, 'webhooks', 'SIGCONT'),
    alertsAfter: ['FirstAttemptSlow'],
  },
  {
    title: 'Postgres, unreachable for charges and ledger',
    async make({ lines, load }) {
      lines.ledger.cut();
      // What was paid meanwhile waits for the ledger.
      const paid = load.paid();
      const late = Math.max(WAITING_MIN, Math.ceil(paid * LATE_SHARE));
      await eventually(() => expect(load.paid()).toBeGreaterThan(paid + late), {
        timeoutMs: PAID_WAIT_MAX_MS,
      });
      lines.charges.cut();
    },
    alerts: [
      'DependencyDown',
      'RelayNoLeader',
      'ConsumerStalled',
      'DepositCreateBurn',
      'DepositCreateBurnSlow',
      'QueryBurn',
      'QueryBurnSlow',
    ],
    async end({ lines }) {
      lines.charges.restore();
      lines.ledger.restore();
    },
    alertsAfter: ['CreditSlow'],
  },
  {
    title: 'Kafka, stopped',
    make: ({ kafka }) => kafka.kill(),
    alerts: ['OutboxStuck', 'DependencyDown'],
  },
  {
    title: 'the bank, down',
    make: async ({ system }) => system.programs.get('bank')?.stop(),
    alerts: ['BankDown', 'SweepStale'],
  },
];

/** Alerts that no fault above causes, and why; each has its case of promtool. */
export const NOT_DRILLED: Readonly<Record<string, string>> = {
  Watchdog: 'always fires',
  RateLimitLocal: 'fires from the start: the system of the drill has no Redis',
  AuditStale: 'the auditor would have to hang while its process answers scrapes',
  AuditLogCut: 'its job looks once a minute, and must have seen the end before it is cut',
  JobStale: 'how old a success may be is at least five minutes, by a metric and not by the rule',
  OwedHeld: 'needs a return of the bank after the money was refunded',
  UnclearPayments: 'needs a bank that contradicts itself for a minute',
  BankWindowsUnread: 'needs a bank whose list cannot be read for a minute',
  RefundStuck: 'needs a refund that the bank does not settle',
  BankCertExpiry: 'the sandbox bank speaks HTTP and asks for no certificate',
  PoolSaturated: 'needs more clients at once than the pool has connections',
  EventLoopLag: 'needs a process that is busy for ten minutes',
  VersionSkew: 'needs a second version of the code',
};
