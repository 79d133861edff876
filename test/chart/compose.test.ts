import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { loadSettings } from './settings-of.ts';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAMS = ['auth', 'bank', 'charges', 'gateway', 'ledger', 'migrate', 'webhooks'];

type Container = {
  readonly image: string;
  readonly command?: string[];
  readonly environment?: Record<string, string>;
  readonly depends_on?: Record<string, { readonly condition: string }>;
};
const read = (file: string) => parse(readFileSync(join(ROOT, file), 'utf8'), { merge: true });
const { services } = read('compose.yaml') as { services: Record<string, Container> };

test('every program accepts the environment that compose.yaml gives it', () => {
  for (const name of PROGRAMS) {
    const { command = [], environment = {} } = services[name] ?? {};
    expect(readFileSync(join(ROOT, command[0] ?? ''), 'utf8')).not.toBe('');
    expect(() => loadSettings(name, environment)).not.toThrow();
  }
});

test('live mode refuses every key and secret that compose.yaml prints', () => {
  const isKey = (name: string) => /(_PEPPER|SECRET_KEY|CALLBACK_SECRET)$|^EVENT_KEY_/.test(name);
  const refused = PROGRAMS.flatMap((name) => {
    const { environment = {} } = services[name] ?? {};
    const keys = Object.keys(environment).filter(isKey);
    for (const key of keys) {
      const says = new RegExp(`${key} must (be random|have a secret of at least)`);
      expect(() => loadSettings(name, { ...environment, MODE: 'live' })).toThrow(says);
    }
    return keys;
  });
  expect(new Set(refused).size).toBe(7);
});

test('every address in compose.yaml is one of its containers, each of which starts after what it needs', () => {
  const names = Object.keys(services);
  for (const { environment = {}, depends_on: needed = {} } of Object.values(services)) {
    expect(names).toEqual(expect.arrayContaining(Object.keys(needed)));
    const addresses = Object.entries(environment).filter(([name]) =>
      /ADDRESS$|BROKERS$|^(DATABASE|REDIS|PROVIDER|SANDBOX|SMTP)_URL/.test(name),
    );
    for (const [, address] of addresses) {
      expect(names).toContain(/([\w.]+):\d+/.exec(address)?.[1]);
    }
  }
});

test('the stores are those of the chart for trying out', () => {
  const { dev } = read('deploy/helm/entrada/values.yaml');
  for (const store of ['postgres', 'kafka', 'valkey']) {
    expect(services[store]?.image).toBe(dev.images[store]);
  }
});
