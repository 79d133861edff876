import { Registry } from 'prom-client';
import { httpServerMetrics } from '../../src/telemetry/metrics.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';

test('requests are counted by method, route pattern and status', async () => {
  const metrics = new Registry();
  httpServerMetrics(metrics)({
    method: 'GET',
    route: '/api/deposit/:id',
    statusCode: 200,
    errorType: '',
    ms: 12,
  });
  const text = await metrics.metrics();
  expect(text).toContain(
    'http_server_request_duration_seconds_sum{http_request_method="GET",http_route="/api/deposit/:id",http_response_status_code="200",error_type=""} 0.012',
  );
});

test('what a client invents makes no new time series', async () => {
  const metrics = new Registry();
  const observe = httpServerMetrics(metrics);
  const answered = { route: undefined, statusCode: 404, errorType: '', ms: 1 };
  for (let n = 0; n < 50; n += 1) observe({ ...answered, method: `BREW${n}` });
  const text = await metrics.metrics();
  const series = text.match(/^http_server_request_duration_seconds_count.*$/gm);
  expect(series).toEqual([
    'http_server_request_duration_seconds_count{http_request_method="_OTHER",http_route="_OTHER",http_response_status_code="404",error_type=""} 50',
  ]);
});

test('a readiness check shows as dependency_up', async () => {
  const { health, metrics } = testRuntime();
  health.ready('postgres', () => null);
  health.ready('auth', () => 'away');
  health.ready('bank', () => Promise.reject(new Error('refused')));
  health.started();
  expect(await health.readyProblems()).toEqual(['auth: away', 'bank: refused']);
  const text = await metrics.metrics();
  expect(text).toContain('dependency_up{dependency="postgres"} 1');
  expect(text).toContain('dependency_up{dependency="auth"} 0');
  expect(text).toContain('dependency_up{dependency="bank"} 0');
});
