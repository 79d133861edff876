/** npx node test/chart/golden.ts: accepts what the chart renders today as the expected manifests. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Document, isCollection, visit } from 'yaml';
import type { Manifest } from './open-cluster.ts';
import { DEV, render, valueSet } from './render-chart.ts';

const FOLDER = join(import.meta.dirname, '../../deploy/helm/golden');
/** Live with every optional object, and the whole system for trying out: others differ from these in a few lines. */
export const REVIEWED = [valueSet('scaled'), DEV];
const LINE_WIDTH_MAX = 140;
const MADE = '<made by the chart>';
/** Of every object; what a release adds to them is kept. */
const COMMON_LABELS =
  /^(helm\.sh\/chart|app\.kubernetes\.io\/(name|instance|version|managed-by|component))$/;

const goldenFile = (values: string) => join(FOLDER, basename(values));
export const goldenOf = (values: string) => readFileSync(goldenFile(values), 'utf8');

/** The objects in the order of their names, with a word for what every render makes anew. */
export function goldenText(objects: readonly Manifest[]): string {
  const entries = objects.map((object) => {
    const { apiVersion: _, kind, metadata, ...rest } = withStableParts(object);
    const { name, ...others } = metadata;
    const about = Object.keys(others).length > 0 ? { metadata: others } : {};
    return [`${kind} ${name}`, { ...about, ...rest }] as const;
  });
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const document = new Document(Object.fromEntries(sorted), { aliasDuplicateObjects: false });
  visit(document, (_key, node, path) => {
    if (!isCollection(node) || path.length < 3) return;
    node.flow = JSON.stringify(node).length + path.length < LINE_WIDTH_MAX;
  });
  const note = 'What the chart renders: accept a change with npx node test/chart/golden.ts';
  return `# ${note}\n${document.toString({ lineWidth: 0, flowCollectionPadding: true })}`;
}

function withStableParts(object: Manifest): Manifest {
  const { kind, metadata } = object;
  const stable: Manifest = JSON.parse(JSON.stringify(object), (key, value) => {
    if (key === 'labels') return ownLabels(value);
    if (key.startsWith('checksum/')) return '<checksum>';
    if (key === 'entrada/issued-at') return '<time>';
    if (key === 'ca.crt') return MADE;
    return value;
  });
  if (kind === 'Job') stable.metadata.name = metadata.name.replace(/[0-9a-f]{8}$/, '<hash>');
  if (kind === 'Secret') return withoutSecrets(stable);
  if (kind === 'ConfigMap' && /-dashboard-/.test(metadata.name)) {
    stable.data = Object.fromEntries(Object.keys(stable.data).map((file) => [file, '<dashboard>']));
  }
  return stable;
}

function ownLabels(labels: Readonly<Record<string, string>>): object | undefined {
  const own = Object.entries(labels).filter(([name]) => !COMMON_LABELS.test(name));
  return own.length > 0 ? Object.fromEntries(own) : undefined;
}

function withoutSecrets(secret: Manifest): Manifest {
  const field = secret.stringData ? 'stringData' : 'data';
  const password: string = secret.stringData?.POSTGRES_PASSWORD ?? MADE;
  const words = Object.entries<string>(secret[field]).map(([key, value]) => [
    key,
    value.includes('://') ? value.replace(password, '<password>') : MADE,
  ]);
  return { ...secret, [field]: Object.fromEntries(words) };
}

if (import.meta.main) {
  for (const values of REVIEWED) {
    writeFileSync(goldenFile(values), goldenText(await render([values])));
  }
}
