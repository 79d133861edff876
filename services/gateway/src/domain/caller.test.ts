import { type Credentials, presentedKey } from './caller.ts';

const none: Credentials = { authorization: undefined, xApiKey: undefined, query: undefined };

test.each<[string, Partial<Credentials>, string]>([
  ['Authorization', { authorization: 'Bearer k1' }, 'k1'],
  ['Authorization, whatever its case', { authorization: 'bearer k1' }, 'k1'],
  ['X-API-Key', { xApiKey: 'k2' }, 'k2'],
  ['the query', { query: 'k3' }, 'k3'],
  [
    'Authorization before the others',
    { authorization: 'Bearer k1', xApiKey: 'k2', query: 'k3' },
    'k1',
  ],
  ['X-API-Key before the query', { xApiKey: 'k2', query: 'k3' }, 'k2'],
  [
    'X-API-Key when Authorization is not Bearer',
    { authorization: 'Basic eDp5', xApiKey: 'k2' },
    'k2',
  ],
  [
    'the query when the headers are empty',
    { authorization: 'Bearer ', xApiKey: ' ', query: 'k3' },
    'k3',
  ],
])('a key is taken from %s', (_from, presented, key) => {
  expect(presentedKey({ ...none, ...presented })?.key).toBe(key);
});

test('a request without any carrier presents no key', () => {
  expect(presentedKey(none)).toBeNull();
});
