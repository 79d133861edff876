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
    figure('Processes up', `sum(${series('up')})`, {
      unit: 'short',
      meaning: 'That answer scrapes.',
    }),
    figure('Versions', `count(count by (version) (${series('build_info')}))`, {
      unit: 'short',
      meaning: 'More than one only during an upgrade.',
    }),
    figure('Dependencies down', `count(${series('dependency_up')} == 0) or vector(0)`, {
      unit: 'short',
      meaning: 'As some process sees them.',
    }),
    figure(
      'Certificates end in',
      `${smallest('internal_certificate_expiry_timestamp_seconds')} - time()`,
      {
        unit: 's',
        meaning: 'The first one of the services to end.',
      },
    ),
    figure('Audit log', largest('audit_log_head_sequence'), {
      unit: 'short',
      meaning: 'Number of its last line; it never becomes less.',
    }),
    figure('Audit log cut', largest('audit_log_cut'), {
      unit: 'bool',
      meaning: '1: lines at its end are gone.',
    }),
    figure('Audit lines lost', `sum(${series('audit_lines_lost_total')})`, {
      unit: 'short',
      meaning: 'About changes that were made; the logs of the gateways have them.',
    }),
    graph('CPU', [{ expr: rate('process_cpu_seconds_total', { by: POD }), legend: LEGEND }], {
      unit: 'short',
      meaning: 'Cores. A process cannot use much more than one.',
    }),
    graph(
      'Event loop busy',
      [{ expr: largest('nodejs_eventloop_utilization_ratio', { by: POD }), legend: LEGEND }],
      {
        unit: 'percentunit',
        meaning: 'Near 1 the process has no time left, whatever its CPU limit says.',
      },
    ),
    graph(
      'Event loop lag, p99',
      [{ expr: largest('nodejs_eventloop_lag_p99_seconds', { by: POD }), legend: LEGEND }],
      {
        unit: 's',
        meaning: 'Above 0.25 s requests wait for the processor. An idle process shows 0.05 s.',
      },
    ),
    graph(
      'Memory',
      [{ expr: largest('process_resident_memory_bytes', { by: POD }), legend: LEGEND }],
      {
        unit: 'bytes',
        meaning: 'Resident.',
      },
    ),
    graph(
      'Garbage collection',
      [{ expr: rate('nodejs_gc_duration_seconds_sum', { by: POD }), legend: LEGEND }],
      {
        unit: 'percentunit',
        meaning: 'Share of the time.',
      },
    ),
    graph(
      'Pool: connections used of those allowed',
      [
        {
          expr: `max by (service, instance) (${series('db_pool_connections', 'state="used"')} / on (service, instance) ${series('db_pool_connections_max')})`,
          legend: LEGEND,
        },
      ],
      {
        unit: 'percentunit',
        meaning: 'At 1 the next query waits.',
      },
    ),
    graph(
      'Pool: requests that wait',
      [
        {
          expr: largest('db_pool_connections', { by: POD, labels: 'state="waiting"' }),
          legend: LEGEND,
        },
      ],
      {
        unit: 'short',
        meaning: 'Above 0 for long: the pool is exhausted.',
      },
    ),
    graph(
      'Pool: time to get a connection, p99',
      [
        {
          expr: quantile(0.99, 'db_pool_wait_seconds', { by: ['service'] }),
          legend: '{{service}}',
        },
      ],
      {
        unit: 's',
        meaning: 'Includes opening new ones.',
      },
    ),
    graph(
      'Dependencies',
      [
        {
          expr: smallest('dependency_up', { by: ['service', 'dependency'] }),
          legend: '{{service}} to {{dependency}}',
        },
      ],
      {
        unit: 'bool',
        meaning: '0: the last check failed.',
      },
    ),
    graph(
      'Jobs: share of the allowed age',
      [
        {
          expr: `(time() - ${largest('job_last_success_timestamp_seconds', { by: ['service', 'exported_job'] })}) / ${largest('job_success_max_age_seconds', { by: ['service', 'exported_job'] })}`,
          legend: '{{service}} {{exported_job}}',
        },
      ],
      {
        unit: 'percentunit',
        meaning: 'Above 1 a job is stale.',
      },
    ),
    graph(
      'Use cases, p99',
      [
        {
          expr: quantile(0.99, 'use_case_duration_seconds', { by: ['service', 'use_case'] }),
          legend: '{{service}} {{use_case}}',
        },
      ],
      {
        unit: 's',
        meaning: 'Inside a service, without its transport.',
      },
    ),
    graph(
      'Certificates',
      [
        {
          expr: `${smallest('internal_certificate_expiry_timestamp_seconds', { by: ['service'] })} - time()`,
          legend: '{{service}}',
        },
      ],
      {
        unit: 's',
        meaning: 'Time left. Files are renewed and read again without a restart.',
      },
    ),
    graph(
      'Connections refused and streams ended',
      [
        {
          expr: rate('rpc_connections_refused_total', { by: ['service'] }),
          legend: '{{service}} refused',
        },
        {
          expr: rate('rpc_server_streams_ended_total', { by: ['service', 'rpc_method'] }),
          legend: '{{service}} {{rpc_method}} ended at the server',
        },
        {
          expr: rate('rpc_client_streams_ended_total', { by: ['service', 'rpc_method'] }),
          legend: '{{service}} {{rpc_method}} ended at the client',
        },
      ],
      { unit: 'ops', meaning: 'Refused: no certificate that we accept.' },
    ),
    graph(
      'Mails',
      [{ expr: rate('mails_total', { by: ['kind', 'outcome'] }), legend: '{{kind}} {{outcome}}' }],
      {
        unit: 'ops',
        meaning: 'withheld: another account has the address.',
      },
    ),
    graph('Oldest mail', [{ expr: largest('mail_oldest_waiting_seconds'), legend: 'age' }], {
      unit: 's',
      meaning: 'Not sent yet.',
    }),
    graph(
      'Time of calls between services',
      latencies('rpc_server_call_duration_seconds', { by: ['service'] }),
      {
        unit: 's',
        meaning: 'As the server sees them.',
      },
    ),
    graph('Head of the audit log', [{ expr: largest('audit_log_head_hash'), legend: 'hash' }], {
      unit: 'short',
      meaning: 'Changes only together with the number of its last line.',
    }),
  ],
};
