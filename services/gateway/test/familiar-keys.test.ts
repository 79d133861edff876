import { Counter } from 'prom-client';
import { openDecisions } from '../src/credentials/decisions.ts';
import { authenticate } from '../src/use-cases/authenticate.ts';

const lookups = new Counter({ name: 'lookups', help: '-', labelNames: ['result'], registers: [] });
const caller = {
  accountId: 'a',
  keyId: 'k',
  scopes: [],
  expiresAtMs: Number.POSITIVE_INFINITY,
  allowsIp: () => true,
  ratePerSecond: 0,
};

test('wrong keys from an address block unknown keys there, not a key that was valid before', async () => {
  const decisions = openDecisions<typeof caller>({
    ask: async (key) => (key === 'good' ? caller : null),
    idOf: ({ keyId }) => keyId,
    accountOf: () => 'account',
    lookups,
  });
  let isBlocked = false;
  const check = authenticate({
    credentials: { keys: { ...decisions, cached: () => undefined } },
    failedKeyBlock: () =>
      isBlocked
        ? {
            scope: 'failed_key',
            limit: 1,
            windowSeconds: 60,
            left: 0,
            resetMs: 1,
            isExceeded: true,
          }
        : null,
    countFailedKey: async () => {},
    noteKeyUse: () => {},
    now: () => 0,
  } as Parameters<typeof authenticate>[0]);
  const present = (key: string) => check({ key, carrier: 'x-api-key' }, () => '192.0.2.1');

  await present('good');
  isBlocked = true;

  await expect(present('good')).resolves.toMatchObject({ accountId: 'a' });
  await expect(present('stranger')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});
