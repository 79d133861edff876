import { basename } from 'node:path';
import type { Manifest } from './open-cluster.ts';
import { DEV, describeChart, named, render, VALUE_SETS, valueSet } from './render-chart.ts';
import { containersOf, envOf } from './settings-of.ts';

describeChart('operators', () => {
  test.each(VALUE_SETS.map((file) => [basename(file), file]))(
    "%s: the operators' pod has addresses and no secret, and no object has a key of the operators' authority",
    async (_name, file) => {
      const objects = await render([file], { operator: { enabled: true } });
      const { env } = containersOf(objects).get('operator') ?? {};
      const address = /^(AUTH|CHARGES|LEDGER|WEBHOOKS)_ADDRESS$/;
      const others = env.filter(({ name }: Manifest) => !address.test(name));
      expect(others).toEqual([
        { name: 'HOME', value: '/home/operator' },
        { name: 'TLS_CA_FILE', value: '/etc/entrada/services/ca.crt' },
      ]);
      const pod = named(objects, 'Deployment', 'entrada-operator').spec.template.spec;
      const secrets = pod.volumes.filter((volume: Manifest) => volume.secret || volume.projected);
      expect(secrets).toEqual([
        {
          name: 'services',
          secret: expect.objectContaining({ items: [{ key: 'ca.crt', path: 'ca.crt' }] }),
        },
      ]);
      const ofOperators = objects.filter(({ metadata }) => /operators/.test(metadata.name));
      expect(ofOperators.map(({ kind }) => kind)).toEqual([]);
      const read = JSON.stringify(objects).match(/"secret[A-Za-z]*":\{[^}]*operators[^}]*\}/g);
      expect(read).toBeNull();
    },
  );

  test("who reads no Secret gets the certificate of the services' authority from a ConfigMap", async () => {
    const objects = await render([DEV]);
    const { data } = named(objects, 'ConfigMap', 'entrada-services-ca');
    const { data: ofGateway } = named(objects, 'Secret', 'entrada-gateway-tls');
    expect(data).toEqual({
      'ca.crt': Buffer.from(ofGateway['ca.crt'], 'base64').toString(),
    });
  });

  test('where money is real there is no pod for operators unless it is asked for', async () => {
    const isThere = (objects: readonly Manifest[]) => containersOf(objects).has('operator');
    expect(isThere(await render([valueSet('live')]))).toBe(false);
    expect(isThere(await render([valueSet('sandbox')]))).toBe(true);
    const without = { operator: { enabled: false } };
    expect(isThere(await render([valueSet('sandbox')], without))).toBe(false);
  });

  test('a first authority of operators and a first revocation need no upgrade', async () => {
    const objects = await render([valueSet('sandbox')]);
    for (const name of ['auth', 'charges', 'ledger', 'webhooks', 'gateway']) {
      const { volumes } = named(objects, 'Deployment', `entrada-${name}`).spec.template.spec;
      const { projected } = volumes.find((volume: Manifest) => volume.name === 'tls');
      const maps = projected.sources.flatMap(({ configMap }: Manifest) => configMap ?? []);
      expect(maps).toEqual([
        expect.objectContaining({ name: 'entrada-operators-ca', optional: true }),
        expect.objectContaining({ name: 'entrada-revoked', optional: true }),
      ]);
      const env = envOf(containersOf(objects).get(name) ?? {});
      expect(env.TLS_REVOKED_FILE).toBe('/etc/entrada/tls/revoked');
    }
  });
});
