import { join } from 'node:path';
import type { Manifest } from './open-cluster.ts';
import { describeChart, render, valueSet } from './render-chart.ts';
import { containersOf, envOf } from './settings-of.ts';

const DEV = join(import.meta.dirname, '../../deploy/helm/entrada/values-dev.yaml');
/** What Helm allows at most, in characters. */
const RELEASE_NAME_MAX = 53;
/** Names of Services are labels of DNS. */
const LABEL_MAX = 63;
/** A StatefulSet labels its pods with its name and ten characters more. */
const STATEFUL_SET_MAX = 52;
const LONG = 'deposits-of-the-payments-team-in-production-eu-west-1';
const TWIN = LONG.replace(/1$/, '2');
/** An address without a scheme, such as that of a broker. */
const PLAIN_ADDRESS = /^([a-z][a-z0-9.-]*):\d+$/;

const keyOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;

/** The host of an address, with a scheme or without; null for another text. */
function hostIn(value: string): string | null {
  if (!value.includes('://')) return PLAIN_ADDRESS.exec(value)?.[1] ?? null;
  return URL.parse(value.replace('dns:///', 'dns://'))?.hostname || null;
}

/** Hosts in the environment of every pod, and in the Secret that the chart makes for trying out. */
function hostsIn(objects: readonly Manifest[]): string[] {
  const made = objects.find(({ stringData }) => stringData)?.stringData ?? {};
  const environments = [...containersOf(objects).values()].map((container) =>
    envOf(container, (key) => made[key] ?? ''),
  );
  const values = environments.flatMap((env) => Object.values(env));
  return [...new Set(values.flatMap((value) => hostIn(value) ?? []))];
}

const ofLongest = (file: string) => render([file], {}, { release: LONG });

describeChart('names', () => {
  test('with the longest release name, names are short enough and differ', async () => {
    expect(LONG).toHaveLength(RELEASE_NAME_MAX);
    for (const file of [valueSet('scaled'), DEV]) {
      const objects = await ofLongest(file);
      const tooLong = objects.filter(
        ({ kind, metadata }) =>
          metadata.name.length > (kind === 'StatefulSet' ? STATEFUL_SET_MAX : LABEL_MAX),
      );
      expect(tooLong.map(keyOf)).toEqual([]);
      const keys = objects.map(keyOf);
      expect(keys).toEqual([...new Set(keys)]);
    }
  });

  test('every address of a pod is that of a Service, whatever the release is called', async () => {
    for (const release of [LONG, '1.pay', 'pay']) {
      const objects = await render([DEV], {}, { release });
      const services = objects.filter(({ kind }) => kind === 'Service');
      const names = services.map(({ metadata }) => metadata.name);
      expect(names.filter((name) => !/^[a-z][a-z0-9-]*$/.test(name))).toEqual([]);
      const hosts = hostsIn(objects).filter((host) => host !== 'localhost');
      // The stores, the services, and the bank.
      expect(hosts.length).toBeGreaterThanOrEqual(9);
      expect(names).toEqual(expect.arrayContaining(hosts));
    }
  });

  test('two long release names that begin alike share no name', async () => {
    const keys = (await ofLongest(DEV)).map(keyOf);
    const others = (await render([DEV], {}, { release: TWIN })).map(keyOf);
    expect(others.filter((key) => keys.includes(key))).toEqual([]);
  });
});
