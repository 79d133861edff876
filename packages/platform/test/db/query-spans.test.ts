import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { transactAs } from '../../src/db/scope.ts';
import { forRequest } from '../../src/telemetry/request-ids.ts';
import { freshDatabase, openTestPool } from '../../src/testing/database.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { forTests } from '../../src/testing/for-tests.ts';
import { recordSpans } from '../../src/testing/recorded-spans.ts';

const CANARY = 'canary-8d1f5c';
const recorded = recordSpans();

const database = forTests(() => freshDatabase('messaging'));
const pool = forTests(() => openTestPool(database.url, 1));

function queries() {
  const name = new URL(database.url).pathname.slice(1);
  const work = recorded.spans().find((span) => span.name === 'request');
  return recorded
    .spans()
    .filter(({ kind }) => kind === SpanKind.CLIENT)
    .map((span) => {
      expect(span.parentSpanContext?.spanId).toBe(work?.spanContext().spanId);
      expect(span.name.endsWith(` ${name}`)).toBe(true);
      return { ...span, name: span.name.split(' ')[0] };
    });
}

describeNeeding(['postgres'], 'queries', () => {
  test('each query of traced work but a begin has one span beneath it with its statement, and none with its values', async () => {
    await recorded.inTrace(() =>
      Promise.all([
        pool.query('\n  select $1::text', [CANARY]),
        pool.query({ name: 'read-thing', text: `select 'it''s', $1::text`, values: [CANARY] }),
        transactAs(pool, CANARY, (tx) => tx.query('select 1')),
      ]),
    );
    const { hostname, port, pathname } = new URL(database.url);
    expect(queries().map(({ name, attributes }) => [name, attributes['db.query.text']])).toEqual([
      ['pg.query:SELECT', '\n  select $1::text'],
      ['pg.query:read-thing', `select 'it''s', $1::text`],
      ['pg.query:SELECT', 'select 1'],
      ['pg.query:COMMIT', 'commit'],
    ]);
    expect(queries()[1]?.attributes).toEqual({
      'db.system.name': 'postgresql',
      'db.namespace': pathname.slice(1),
      'db.postgresql.plan': 'read-thing',
      'db.query.text': `select 'it''s', $1::text`,
      'server.address': hostname,
      'server.port': Number(port),
    });
    expect(queries().every(({ status }) => status.code === SpanStatusCode.UNSET)).toBe(true);
    expect(JSON.stringify(queries().map(({ attributes }) => attributes))).not.toContain(CANARY);
  });

  test('a span has the id of the request that it works for', async () => {
    await recorded.inTrace(() => forRequest('r-1', () => pool.query('select 1')));
    expect(queries()[0]?.attributes.request_id).toBe('r-1');
  });

  test('a query that fails has failed, and says nothing of its values', async () => {
    await recorded.inTrace(() =>
      expect(pool.query('select $1::uuid', [CANARY])).rejects.toThrow(CANARY),
    );
    const [query] = queries();
    expect(query?.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(query?.attributes['error.type']).toMatch(/^[0-9A-Z]{5}$/);
    expect(query?.events).toEqual([]);
  });

  test('a query of work that is not traced has no span, also where a client had to be waited for', async () => {
    const traced = recorded.inTrace(() => pool.query('select pg_sleep(0.05)'));
    const notTraced = trace.wrapSpanContext({
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      traceFlags: TraceFlags.NONE,
    });
    await Promise.all([
      traced,
      pool.query('select 1'),
      context.with(trace.setSpan(ROOT_CONTEXT, notTraced), () => pool.query('select 2')),
    ]);
    expect(queries().map(({ attributes }) => attributes['db.query.text'])).toEqual([
      'select pg_sleep(0.05)',
    ]);
  });
});
