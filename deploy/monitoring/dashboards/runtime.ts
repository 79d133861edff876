import {
  type Dashboard,
  figure,
  graph,
  largest,
  latencies,
  quantile,
  rate,
  series,
  smallest,
} from './panel.ts';

const POD = ['service', 'instance'];
const LEGEND = '{{service}} {{instance}}';

/** Utilisation, saturation and errors of each process, and what it needs. */
export const runtime: Dashboard = {
  name: 'runtime',
  title: 'Runtime',
  panels: [
    figure('Processes up', 'short', 'That answer scrapes.', `sum(${series('up')})`),
    figure(
      'Versions',
      'short',
      'More than one only during an upgrade.',
      `count(count by (version) (${series('build_info')}))`,
    ),
    figure(
      'Dependencies down',
      'short',
      'As some process sees them.',
      `count(${series('dependency_up')} == 0) or vector(0)`,
    ),
    figure(
      'Certificates end in',
      's',
      'The first one of the services to end.',
      `${smallest('internal_certificate_expiry_timestamp_seconds')} - time()`,
    ),
    figure(
      'Audit log',
      'short',
      'Number of its last line; it never becomes less.',
      largest('audit_log_head_sequence'),
    ),
    figure('Audit log cut', 'bool', '1: lines at its end are gone.', largest('audit_log_cut')),
    figure(
      'Audit lines lost',
      'short',
      'About changes that were made; the logs of the gateways have them.',
      `sum(${series('audit_lines_lost_total')})`,
    ),
    graph('CPU', 'short', 'Cores. A process cannot use much more than one.', {
      [LEGEND]: rate('process_cpu_seconds_total', { by: POD }),
    }),
    graph(
      'Event loop busy',
      'percentunit',
      'Near 1 the process has no time left, whatever its CPU limit says.',
      { [LEGEND]: largest('nodejs_eventloop_utilization_ratio', { by: POD }) },
    ),
    graph(
      'Event loop lag, p99',
      's',
      'Above 0.25 s requests wait for the processor. An idle process shows 0.05 s.',
      { [LEGEND]: largest('nodejs_eventloop_lag_p99_seconds', { by: POD }) },
    ),
    graph('Memory', 'bytes', 'Resident.', {
      [LEGEND]: largest('process_resident_memory_bytes', { by: POD }),
    }),
    graph('Garbage collection', 'percentunit', 'Share of the time.', {
      [LEGEND]: rate('nodejs_gc_duration_seconds_sum', { by: POD }),
    }),
    graph('Pool: connections used of those allowed', 'percentunit', 'At 1 the next query waits.', {
      [LEGEND]: `max by (service, instance) (${series('db_pool_connections', 'state="used"')} / on (service, instance) ${series('db_pool_connections_max')})`,
    }),
    graph('Pool: requests that wait', 'short', 'Above 0 for long: the pool is exhausted.', {
      [LEGEND]: largest('db_pool_connections', { by: POD, labels: 'state="waiting"' }),
    }),
    graph('Pool: time to get a connection, p99', 's', 'Includes opening new ones.', {
      '{{service}}': quantile(0.99, 'db_pool_wait_seconds', { by: ['service'] }),
    }),
    graph('Dependencies', 'bool', '0: the last check failed.', {
      '{{service}} to {{dependency}}': smallest('dependency_up', { by: ['service', 'dependency'] }),
    }),
    graph('Jobs: share of the allowed age', 'percentunit', 'Above 1 a job is stale.', {
      '{{service}} {{exported_job}}': `(time() - ${largest('job_last_success_timestamp_seconds', { by: ['service', 'exported_job'] })}) / ${largest('job_success_max_age_seconds', { by: ['service', 'exported_job'] })}`,
    }),
    graph('Use cases, p99', 's', 'Inside a service, without its transport.', {
      '{{service}} {{use_case}}': quantile(0.99, 'use_case_duration_seconds', {
        by: ['service', 'use_case'],
      }),
    }),
    graph('Certificates', 's', 'Time left. Files are renewed and read again without a restart.', {
      '{{service}}': `${smallest('internal_certificate_expiry_timestamp_seconds', { by: ['service'] })} - time()`,
    }),
    graph(
      'Connections refused and streams ended',
      'ops',
      'Refused: no certificate that we accept.',
      {
        '{{service}} refused': rate('rpc_connections_refused_total', { by: ['service'] }),
        '{{service}} {{rpc_method}} ended at the server': rate('rpc_server_streams_ended_total', {
          by: ['service', 'rpc_method'],
        }),
        '{{service}} {{rpc_method}} ended at the client': rate('rpc_client_streams_ended_total', {
          by: ['service', 'rpc_method'],
        }),
      },
    ),
    graph('Mails', 'ops', 'withheld: another account has the address.', {
      '{{kind}} {{outcome}}': rate('mails_total', { by: ['kind', 'outcome'] }),
    }),
    graph('Oldest mail', 's', 'Not sent yet.', { age: largest('mail_oldest_waiting_seconds') }),
    graph(
      'Time of calls between services',
      's',
      'As the server sees them.',
      latencies('rpc_server_call_duration_seconds', { by: ['service'] }),
    ),
    graph(
      'Head of the audit log',
      'short',
      'Changes only together with the number of its last line.',
      { hash: largest('audit_log_head_hash') },
    ),
  ],
};
