import { waterfallSteps } from './waterfall-steps.ts';

test('the steps of an attempt follow each other and end with its total', () => {
  const steps = waterfallSteps({ dns: 10, tcp: 20, tls: 30, firstByte: 100, total: 120 });
  expect(steps).toEqual([
    { name: 'dns', startMs: 0, ms: 10 },
    { name: 'connect', startMs: 10, ms: 20 },
    { name: 'tls', startMs: 30, ms: 30 },
    { name: 'wait', startMs: 60, ms: 40 },
    { name: 'download', startMs: 100, ms: 20 },
  ]);
});

test('a connection that was already open has only the wait and the response', () => {
  const steps = waterfallSteps({ dns: null, tcp: null, tls: null, firstByte: 5, total: 6 });
  expect(steps.map(({ name }) => name)).toEqual(['wait', 'download']);
});

test('an attempt that ended in DNS shows DNS only', () => {
  const steps = waterfallSteps({ dns: 12, tcp: null, tls: null, firstByte: null, total: 12 });
  expect(steps).toEqual([{ name: 'dns', startMs: 0, ms: 12 }]);
});
