import { eventually } from '@entrada/platform/testing/eventually';
import { sandboxAt } from '../harness/sandbox.ts';
import { alert, type Fault } from './fault.ts';
import { patient } from './patience.ts';
import { signal } from './signals.ts';
import { writeBankCertificate } from './stage.ts';

const WAITING_MIN = 12;
/** Twice what the burn rate of the service level allows of all credits. */
const LATE_SHARE = 0.03;
/** More at once than the pool of charges has connections. */
const CROWD = 30;
const DAYS_LEFT = 20;
/** More than the service level of first attempts allows. */
const LATE_SECONDS = 10;

/** What is not there any more; the last two do not come back. */
export const OUTAGES: readonly Fault[] = [
  {
    title: 'a certificate for the bank near its end',
    async make({ system }) {
      await sandboxAt(system.bankUrl).clearFaults();
      await writeBankCertificate(system.certificates, DAYS_LEFT);
      // It is read at the start.
      const charges = system.programs.get('charges');
      await charges?.stop();
      charges?.start();
      await system.ready('charges');
    },
    alerts: [alert('BankCertExpiry')],
  },
  {
    title: 'a consumer that is frozen',
    make: async (stage) => signal(stage, 'webhooks', 'SIGSTOP'),
    alerts: [
      { alertname: 'ConsumerAbsent', group: 'webhooks' },
      { alertname: 'TargetDown', instance: 'webhooks' },
    ],
    async end(stage) {
      // Long enough that what was credited meanwhile is late.
      const silence = 'time() - max(max_over_time(timestamp(webhooks_due_backlog)[5m:1s]))';
      await eventually(async () => {
        expect(await stage.prometheus.valueOf(silence)).toBeGreaterThan(LATE_SECONDS);
      }, patient);
      signal(stage, 'webhooks', 'SIGCONT');
    },
    alertsAfter: [alert('FirstAttemptSlow')],
  },
  {
    title: 'Postgres, which hangs, while many ask',
    async make({ lines, keep, startCrowd }) {
      lines.charges.mute();
      keep('crowd', startCrowd(CROWD));
    },
    alerts: [{ alertname: 'PoolSaturated', service: 'charges' }],
    async end({ lines, release }) {
      lines.charges.restore();
      await release('crowd');
    },
  },
  {
    title: 'Postgres, unreachable for charges and ledger',
    async make({ lines, load }) {
      lines.ledger.cut();
      // What was paid meanwhile waits for the ledger.
      const paid = load.paid();
      const late = Math.max(WAITING_MIN, Math.ceil(paid * LATE_SHARE));
      await eventually(() => expect(load.paid()).toBeGreaterThan(paid + late), patient);
      lines.charges.cut();
    },
    alerts: [
      { alertname: 'DependencyDown', service: 'ledger', dependency: 'database' },
      { alertname: 'DependencyDown', service: 'charges', dependency: 'database' },
      { alertname: 'RelayNoLeader', service: 'ledger' },
      { alertname: 'RelayNoLeader', service: 'charges' },
      { alertname: 'ConsumerStalled', service: 'ledger', group: 'ledger' },
      alert('AuditStale'),
      ...['DepositCreateBurn', 'DepositCreateBurnSlow', 'QueryBurn', 'QueryBurnSlow'].map(alert),
    ],
    async end({ lines }) {
      lines.charges.restore();
      lines.ledger.restore();
    },
    alertsAfter: [alert('CreditSlow')],
  },
  {
    title: 'Kafka, stopped',
    make: ({ kafka }) => kafka.kill(),
    alerts: [
      { alertname: 'OutboxStuck', service: 'charges', topic: 'entrada.charges.v1' },
      { alertname: 'DependencyDown', service: 'charges', dependency: 'event log' },
    ],
  },
  {
    title: 'the bank, down',
    make: async ({ system }) => system.programs.get('bank')?.stop(),
    alerts: [alert('BankDown'), alert('SweepStale')],
  },
];
