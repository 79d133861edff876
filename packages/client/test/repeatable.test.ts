import { openApiDocument } from '../../../services/gateway/src/transport/openapi/document.ts';
import { KEYED_CALLS } from '../src/client.ts';

test('the calls that are retried because of their Idempotency-Key are those that honour it', () => {
  const { paths } = openApiDocument('https://pay.example.com');
  const honouring = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => JSON.stringify(operation).includes('"Idempotency-Key"'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(honouring.sort()).toEqual([...KEYED_CALLS].sort());
});
