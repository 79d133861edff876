import { Topic } from '@entrada/contracts/topics';
import { openKafkaEventLog } from '@entrada/platform/events/kafka/log';
import { issueCertificate } from '@entrada/platform/identity/authority';
import { serviceCaller } from '@entrada/platform/identity/caller';
import { readPem, writePem } from '@entrada/platform/identity/certificate-folder';
import { eventually } from '@entrada/platform/testing/eventually';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { BANK_FAULTS } from './bank-faults.ts';
import { alert, type Fault } from './fault.ts';
import { DAY_MS, patient } from './patience.ts';
import { throttle } from './signals.ts';

const ANOTHER_VERSION = '0.0.1';

/** What goes wrong while everything runs. All are made at once: each has alerts of its own. */
export const FAULTS: readonly Fault[] = [
  ...BANK_FAULTS,
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
    alerts: [
      { alertname: 'EventsParked', service: 'ledger', group: 'ledger' },
      { alertname: 'EventsUnauthenticated', service: 'ledger', group: 'ledger' },
    ],
  },
  {
    title: 'a balance that was changed behind the ledger',
    async make({ behind }) {
      await behind('ledger', 'update account set available_cents = available_cents + 1');
    },
    alerts: [{ alertname: 'AuditViolation', invariant: 'I3' }],
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
    alerts: [{ alertname: 'InternalCertExpiry', service: 'webhooks' }],
  },
  {
    title: 'an endpoint whose secret cannot be opened',
    async make({ holder, behind }) {
      const { url } = holder.receiver;
      const { webhook } = await eventually(
        () => holder.api.webhooks.create({ name: 'unopened', url }),
        patient,
      );
      const { id } = webhook;
      await behind('webhooks', `update endpoint set sealed_secret = '\\x00' where id = '${id}'`);
    },
    alerts: [alert('SecretsUnopened')],
  },
  {
    title: 'an endpoint that is dead',
    async make({ holder, silent }) {
      // An endpoint has to accept a test event before it is created.
      const url = `http://localhost:${silent.port}/`;
      await eventually(() => holder.api.webhooks.create({ name: 'dead', url }), patient);
      silent.mute();
    },
    alerts: [alert('WebhookBacklog')],
    async end({ silent, behind }) {
      silent.cut();
      // As if 75 hours had passed, for those whose first attempt has ended.
      const age = `
        with aged as (
          update delivery set attempts = 9, due_at = now(), lease_until = null
           where status = 'PENDING' and attempts between 1 and 8
          returning endpoint_id),
        queued as (
          update endpoint_queue set due_at = now(), next_position = 0
           where is_retry and endpoint_id in (select endpoint_id from aged))
        select from aged`;
      await eventually(async () => (await behind('webhooks', age)) > 0, patient);
    },
    alertsAfter: [alert('WebhooksExhausted')],
  },
  {
    title: 'Redis, unreachable',
    make: async ({ lines }) => lines.redis.cut(),
    alerts: [
      alert('RateLimitLocal'),
      { alertname: 'DependencyDown', service: 'gateway', dependency: 'redis' },
    ],
    end: async ({ lines }) => lines.redis.restore(),
  },
  {
    title: 'a process that gets too little time',
    make: async (stage) => stage.keep('throttle', throttle(stage, 'auth')),
    alerts: [{ alertname: 'EventLoopLag', service: 'auth' }],
    end: ({ release }) => release('throttle'),
  },
  {
    title: 'a gateway of another version',
    async make({ system, prometheus, keep }) {
      const gateway = await system.startAnotherGateway(asVersion(ANOTHER_VERSION));
      keep('gateway', gateway);
      prometheus.scrapeToo(new URL(gateway.adminUrl).host);
    },
    alerts: [alert('VersionSkew')],
    async end({ prometheus, release }) {
      prometheus.scrapeToo();
      await release('gateway');
    },
  },
];

/** What takes a minute to be noticed. */
export const SLOW_FAULTS: readonly Fault[] = [
  {
    title: 'a job that cannot be done',
    async make({ behind }) {
      await behind('webhooks', 'alter table replay rename to replay_elsewhere');
    },
    alerts: [{ alertname: 'JobStale', service: 'webhooks', exported_job: 'continue-replays' }],
  },
  {
    title: 'an audit log whose end was cut off',
    async make({ prometheus, behind }) {
      // An end that nobody has seen is not missed.
      await eventually(
        async () => (await prometheus.valueOf('max(audit_log_head_sequence)')) > 0,
        patient,
      );
      await behind(
        'auth',
        `delete from audit_entry; update audit_head set seq = 0, hash = decode(repeat('00', 32), 'hex')`,
      );
    },
    alerts: [alert('AuditLogCut')],
  },
];

/** The code of today, under the number of another release. */
function asVersion(version: string): Record<string, string> {
  const script = `import{registerHooks}from"node:module";registerHooks({load(url,context,next){
    const loaded=next(url,context);
    if(!url.endsWith("/platform/src/runtime/runtime.ts"))return loaded;
    const source=String(loaded.source).replace(/JSON\\.parse\\(.*\\)\\.version/,'"${version}"');
    return{...loaded,source}}})`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}` };
}
