import { basename } from 'node:path';
import {
  describeChart,
  lint,
  type Manifest,
  named,
  render,
  VALUE_SETS,
  valueSet,
} from './render-chart.ts';
import { containersOf, envOf, settingsOf } from './settings-of.ts';

const LIVE = [valueSet('live')];

const volumesOf = (objects: readonly Manifest[], name: string) =>
  named(objects, 'Deployment', `entrada-${name}`).spec.template.spec.volumes;
/** The names of Secrets that a pod mounts. */
const mountedBy = (objects: readonly Manifest[], name: string) =>
  JSON.stringify(volumesOf(objects, name)).match(/(?<="(?:secretN|n)ame":")[^"]+/g) ?? [];

describeChart('the chart', () => {
  test.each([['plain defaults', []], ...VALUE_SETS.map((file) => [basename(file), [file]])] as [
    string,
    string[],
  ][])('%s pass helm lint --strict', async (_name, files) => {
    expect(await lint(...files)).toMatchObject({ ok: true });
  });

  test.each(VALUE_SETS.map((file) => [basename(file), file]))(
    'with %s every program accepts its environment',
    async (_name, file) => {
      const settings = settingsOf(await render([file]));
      const programs = ['auth', 'charges', 'gateway', 'ledger', 'migrate', 'operator', 'webhooks'];
      expect([...settings.keys()]).toEqual(expect.arrayContaining(programs));
    },
  );

  test('stores and the bank are reached over TLS with the mounted authorities', async () => {
    const objects = await render(LIVE);
    const settings = settingsOf(objects);
    const encrypted = /sslmode=verify-full&sslrootcert=%2Fetc%2Fentrada%2Fpostgres%2Fca\.crt$/;
    for (const name of ['auth', 'charges', 'ledger', 'webhooks', 'operator']) {
      expect(settings.get(name)).toMatchObject({
        databaseUrl: expect.stringMatching(encrypted),
      });
      expect(mountedBy(objects, name)).toContain('postgres-ca');
    }
    expect(settings.get('gateway')).toMatchObject({ redisCaFile: '/etc/entrada/redis/ca.crt' });
    expect(mountedBy(objects, 'gateway')).toContain('redis-ca');
    for (const name of ['charges', 'ledger', 'operator']) {
      expect(settings.get(name)).toMatchObject({
        providerTlsCertFile: '/etc/entrada/provider/tls.crt',
        providerTlsKeyFile: '/etc/entrada/provider/tls.key',
        providerTlsCaFile: '/etc/entrada/provider/ca.crt',
        kafkaCertFile: '/etc/entrada/kafka/user.crt',
      });
      expect(mountedBy(objects, name)).toEqual(
        expect.arrayContaining(['bank-client', 'bank-ca', 'kafka-ca', `entrada-${name}`]),
      );
    }
    const migrate = containersOf(objects).get('migrate') ?? {};
    expect(envOf(migrate).DATABASE_TLS_CA_FILE).toBe('/etc/entrada/postgres/ca.crt');
  });
});
