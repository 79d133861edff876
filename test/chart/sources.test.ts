import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PARTITIONS } from '@entrada/contracts/topics';
import type { Manifest } from './open-cluster.ts';

const ROOT = join(import.meta.dirname, '../..');
const CHART = 'deploy/helm/entrada';
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** Parts that are Kubernetes' own, which the API server checks. */
const OPEN = /\/(global|nodeAffinity|podAffinity|podAntiAffinity|volumes|extraObjects)\b/;

/** Where an object takes fields that it does not name. */
function looseIn(schema: Manifest, path: string): string[] {
  const fields = { ...schema.properties, ...schema.definitions, ...schema.patternProperties };
  const own = schema.type === 'object' && schema.additionalProperties === undefined ? [path] : [];
  const inside = Object.entries<Manifest>(fields).flatMap(([name, part]) =>
    looseIn(part, `${path}/${name}`),
  );
  const others = [schema.items, ...(schema.anyOf ?? [])].filter(Boolean);
  return [...own, ...inside, ...others.flatMap((part) => looseIn(part, path))];
}

test('the schema takes no field that it does not name', () => {
  const schema = JSON.parse(read(`${CHART}/values.schema.json`));
  expect(looseIn(schema, '').filter((path) => !OPEN.test(path))).toEqual([]);
});

test('the chart counts on the partitions that the migration makes, and on no more', () => {
  const checks = read(`${CHART}/templates/_checks.tpl`);
  const limits = Array.from(
    checks.matchAll(/gt \$most (\d+)|the (\d+) partitions/g),
    ([, a, b]) => a ?? b,
  );
  expect(limits.map(Number)).toEqual([PARTITIONS, PARTITIONS]);
});

test('the connections that the chart counts beside pools are those that the services open', () => {
  const template = read(`${CHART}/templates/_connections.tpl`);
  const listed = /\$sessions := dict (.*?) }}/.exec(template)?.[1] ?? '';
  const counted = Object.fromEntries(
    Array.from(listed.matchAll(/"(\w+)" (\d+)/g), ([, name, count]) => [name, Number(count)]),
  );
  const folders = {
    auth: 'services/auth',
    charges: 'services/charges',
    ledger: 'services/ledger',
    webhooks: 'services/webhooks',
    bank: 'sandbox/bank',
  };
  const opened = Object.entries(folders).map(([name, folder]) => {
    const files = globSync(`${folder}/src/**/*.ts`, { cwd: ROOT }).map(read).join('\n');
    const sessions =
      files.match(/(?<!\.)\b(?:listen|startRelay|openChangeFeed|keepSession|holdLock)\(/g) ?? [];
    const senders = /SENDER_CONNECTIONS_MAX = (\d+)/.exec(files)?.[1] ?? 0;
    return [name, sessions.length + Number(senders)];
  });
  expect(counted).toEqual(Object.fromEntries(opened));
});
