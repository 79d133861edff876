import { basename } from 'node:path';
import { type Manifest, openCluster } from './open-cluster.ts';
import {
  DEV,
  describeChart,
  NAMESPACE,
  render,
  template,
  templateAnew,
  VALUE_SETS,
  valueSet,
} from './render-chart.ts';

describeChart('renders', () => {
  test.each(VALUE_SETS.filter((file) => file !== DEV).map((file) => [basename(file), file]))(
    '%s: two renders without a cluster are equal, byte for byte',
    async (_name, file) => {
      expect(await templateAnew('entrada', [file])).toEqual(await template([file]));
    },
  );

  test('what the chart keeps in the cluster is equal in every later render, byte for byte', async () => {
    const secretsIn = (objects: readonly Manifest[]) =>
      objects.filter(({ kind }) => kind === 'Secret');
    const made = secretsIn(await render([DEV]));
    const encoded = ([key, value]: [string, string]) => [
      key,
      Buffer.from(value).toString('base64'),
    ];
    const stored = made.map(({ metadata, stringData, data, ...secret }) => ({
      ...secret,
      metadata: { ...metadata, namespace: NAMESPACE },
      data: data ?? Object.fromEntries(Object.entries<string>(stringData).map(encoded)),
    }));
    await using cluster = await openCluster(stored);
    const seen = { cluster: cluster.env };
    expect(secretsIn(await render([DEV], {}, seen))).toEqual(made);
    expect(await template([DEV], {}, seen)).toEqual(await template([DEV], {}, seen));
  });

  test('a render that does not see the cluster is refused where the chart keeps certificates there', async () => {
    const { ok, output } = await template([valueSet('sandbox')], {
      certificates: { source: 'chart' },
    });
    expect({ ok, output }).toEqual({
      ok: false,
      output: expect.stringMatching(
        /\ncertificates\.source: .*; set cert-manager or existing, or use/,
      ),
    });
  });
});
