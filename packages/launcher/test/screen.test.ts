import { readable } from '../src/screen.ts';

test.each([
  [{ level: 'info', event: 'started', msg: 'serving' }, 'has started'],
  [{ level: 'info', event: 'stopping', msg: 'draining' }, 'finishes what it has begun'],
  [{ level: 'info', msg: 'redis is available again' }, 'redis is available again'],
  [{ level: 'warn', msg: 'publish failed', err: { message: 'why' } }, 'warn publish failed: why'],
  [
    { event: 'request', msg: 'request', method: 'GET', route: '/', status: 200, duration_ms: 1 },
    'GET / 200 1 ms',
  ],
])('the log line %j is shown as %s', (log, shown) => {
  expect(readable(JSON.stringify(log))).toBe(shown);
});

test('what is no log line is shown as it is', () => {
  expect(readable('{"half')).toBe('{"half');
});
