import { readFileSync } from 'node:fs';
import { GOLDEN, openApiText } from './golden.ts';

/** After an intended change: node services/gateway/test/golden.ts, and review the difference. */
test('the OpenAPI document is byte for byte the one that was reviewed', () => {
  expect(openApiText()).toBe(readFileSync(GOLDEN, 'utf8'));
});
