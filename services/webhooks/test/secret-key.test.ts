import { randomBytes, randomUUID } from 'node:crypto';
import { CannotOpen } from '@entrada/platform/crypto/seal';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { endpointVault } from '../src/store/vault.ts';
import { startReceiver } from './receiver.ts';
import { webhooksUnderTest } from './webhooks-under-test.ts';

const webhooks = forTests(() => webhooksUnderTest());

test('secrets move to a new key while both are known, and open with it alone afterwards', async () => {
  await using receiver = await startReceiver();
  const wanted = { name: 'shop', url: receiver.url, authorization: 'Bearer ours', skipTest: true };
  const { endpoint, secret } = await webhooks.rpc.createEndpoint({
    accountId: randomUUID(),
    ...wanted,
  });
  const id = endpoint?.id ?? '';
  const sealed = async () => {
    const { rows } = await webhooks.db.query('select * from endpoint where id = $1', [id]);
    return [rows[0].sealed_secret, rows[0].sealed_authorization] as const;
  };
  const newKey = randomBytes(32);
  const after = endpointVault(newKey);

  await using _rotated = await webhooks.startAnother({
    WEBHOOKS_SECRET_KEY: newKey.toString('base64'),
    WEBHOOKS_SECRET_KEY_PREVIOUS: webhooks.secretKey.toString('base64'),
  });

  await eventually(async () => {
    const [ofSecret, ofAuthorization] = await sealed();
    expect(after.open(id, ofSecret)).toBe(secret);
    expect(after.open(`${id}/authorization`, ofAuthorization)).toBe('Bearer ours');
  });
  const before = endpointVault(webhooks.secretKey);
  const [ofSecret] = await sealed();
  expect(() => before.open(id, ofSecret)).toThrow(CannotOpen);
});

test('in each step of a rotation every process opens what any other has sealed', () => {
  const [k1, k2] = [randomBytes(32), randomBytes(32)];
  const steps = [
    [endpointVault(k1), endpointVault(k1, k2)],
    [endpointVault(k1, k2), endpointVault(k2, k1)],
    [endpointVault(k2, k1), endpointVault(k2)],
  ];
  const inStock = [endpointVault(k1).seal('a', 'first')];
  for (const vaults of steps.slice(0, 2)) {
    inStock.push(...vaults.map((vault) => vault.seal('a', 'later')));
    for (const vault of vaults) {
      for (const sealed of inStock) expect(vault.open('a', sealed)).toMatch(/first|later/);
      expect(() => vault.open('b', inStock[0] as Buffer)).toThrow(CannotOpen);
    }
  }
  const [last, alone] = steps[2] ?? [];
  expect(alone?.open('a', last?.seal('a', 'moved') as Buffer)).toBe('moved');
  expect(last?.open('a', alone?.seal('a', 'new') as Buffer)).toBe('new');
});
