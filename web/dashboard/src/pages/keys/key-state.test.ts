import type { ApiKey } from '@entrada/client/gen/api';
import { expiryAfter, isUsable, stateOf } from './key-state.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');
const key = (fields: Partial<ApiKey>): ApiKey => ({
  id: 'a',
  name: 'shop',
  prefix: 'ent_test_abc',
  scopes: [],
  allowedIps: [],
  createdAt: '2026-11-01T12:00:00Z',
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
  queryUseAt: null,
  ...fields,
});

describe('the state of a key', () => {
  test.each([
    [{}, 'usable'],
    [{ createdAt: '2026-01-01T00:00:00Z' }, 'unused'],
    [{ createdAt: '2026-01-01T00:00:00Z', lastUsedAt: '2026-11-10T00:00:00Z' }, 'usable'],
    [{ expiresAt: '2026-11-16T11:59:59Z' }, 'expired'],
    [{ expiresAt: '2026-11-17T00:00:00Z' }, 'usable'],
    [{ revokedAt: '2026-11-16T11:00:00Z' }, 'revoked'],
    [{ revokedAt: '2026-11-17T11:00:00Z' }, 'usable'],
  ] as const)('%j is %s', (fields, state) => {
    expect(stateOf(key(fields), NOW)).toBe(state);
  });

  test('an unused key still opens the door, an expired one does not', () => {
    expect(isUsable(key({ createdAt: '2026-01-01T00:00:00Z' }), NOW)).toBe(true);
    expect(isUsable(key({ expiresAt: '2026-11-16T11:59:59Z' }), NOW)).toBe(false);
  });

  test('a key without expiry has no end', () => {
    expect(expiryAfter(0, NOW)).toBeNull();
    expect(expiryAfter(30, NOW)).toBe('2026-12-16T12:00:00.000Z');
  });
});
