import { originOf } from './decode.ts';

test('of what other programs sent along with an event, only what is well formed is kept', () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  expect(originOf({ traceparent, 'request-id': 'one,two\0,three' })).toEqual({
    traceParent: traceparent,
    requestIds: 'one,three',
  });
  expect(originOf({ traceparent: 'x', 'request-id': '\0' })).toEqual({
    traceParent: null,
    requestIds: null,
  });
});
