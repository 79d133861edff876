import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { findHelm } from '../../packages/launcher/src/provision/helm.ts';
import { type Manifest, openCluster } from './open-cluster.ts';

const CHART = join(import.meta.dirname, '../../deploy/helm/entrada');
const VALUES = join(import.meta.dirname, 'values');
const KUBE_VERSION = '1.34';
export const NAMESPACE = 'pay';
const HELM_WAIT_MAX_MS = 60_000;
const OUTPUT_MAX_BYTES = 32 * 1024 * 1024;

/** Its secrets and certificates are kept in the cluster, so it is not rendered without one. */
export const DEV = join(CHART, 'values-dev.yaml');

/** Files with values for installations of different kinds. */
export const VALUE_SETS = [...readdirSync(VALUES).map((name) => join(VALUES, name)), DEV];
export const valueSet = (name: string) => join(VALUES, `${name}.yaml`);

const helm = await findHelm();

/** Without Helm nothing can be rendered; a whole `npm test` provides it. */
export function describeChart(title: string, tests: () => void): void {
  if (helm) describe(title, tests);
  else describe.skip(`${title} (skipped: helm is not on the path)`, tests);
}

export type Outcome = { readonly ok: boolean; readonly output: string };

function runHelm(args: readonly string[], values = {}, env = {}): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const options = {
    timeout: HELM_WAIT_MAX_MS,
    maxBuffer: OUTPUT_MAX_BYTES,
    env: { ...process.env, ...env },
  };
  const child = execFile(helm ?? '', [...args], options, (error, stdout, stderr) =>
    resolve({ ok: error === null, output: error ? `${stdout}${stderr}` : stdout }),
  );
  // Not every command reads it.
  child.stdin?.on('error', () => {});
  child.stdin?.end(JSON.stringify(values));
  return promise;
}

export const lint = (...files: readonly string[]) =>
  runHelm(['lint', '--strict', '--kube-version', KUBE_VERSION, CHART, ...filesOf(files)]);

type Options = {
  readonly release?: string;
  /** Leads Helm to a cluster where templates look for objects; without one they find none. */
  readonly cluster?: Readonly<Record<string, string>>;
};

/** What was rendered without given objects, by all that it depends on: Helm takes its time, and tests share value sets. */
const rendered = new Map<string, Promise<Outcome>>();

/** What helm template prints, or why it refuses. */
export function template(
  files: readonly string[],
  values = {},
  { release = 'entrada', cluster }: Options = {},
): Promise<Outcome> {
  if (cluster) return templateIn(cluster, release, files, values);
  const key = JSON.stringify([release, files, values]);
  const outcome = rendered.get(key) ?? templateAnew(release, files, values);
  rendered.set(key, outcome);
  return outcome;
}

export async function templateAnew(
  release: string,
  files: readonly string[],
  values = {},
): Promise<Outcome> {
  if (files.includes(DEV)) {
    await using cluster = await openCluster([]);
    return await templateIn(cluster.env, release, files, values);
  }
  const version = ['--kube-version', KUBE_VERSION];
  return runHelm([...templateArgs(release, files), ...version], values);
}

function templateIn(
  cluster: NonNullable<Options['cluster']>,
  release: string,
  files: readonly string[],
  values: object,
): Promise<Outcome> {
  const upgrade = ['--dry-run=server', '--is-upgrade', '--disable-openapi-validation'];
  return runHelm([...templateArgs(release, files), ...upgrade], values, cluster);
}

function templateArgs(release: string, files: readonly string[]): string[] {
  const input = [...filesOf(files), '--values', '-'];
  return ['template', release, CHART, '--namespace', NAMESPACE, ...input];
}

/** What helm install says at its end, in a cluster that has none of it yet. */
export async function notes(
  files: readonly string[],
  values: object,
  cluster: Readonly<Record<string, string>>,
): Promise<string> {
  const dry = ['--dry-run=server', '--disable-openapi-validation', '--output', 'json'];
  const args = ['install', 'entrada', CHART, '--namespace', NAMESPACE, ...dry, ...filesOf(files)];
  const { ok, output } = await runHelm([...args, '--values', '-'], values, cluster);
  if (!ok) throw new Error(output);
  return JSON.parse(output).info.notes;
}

/** The objects of an installation with these values; in a cluster, of its upgrade. */
export async function render(
  files: readonly string[],
  values = {},
  options: Options = {},
): Promise<Manifest[]> {
  const { ok, output } = await template(files, values, options);
  if (!ok) throw new Error(output);
  return parseAllDocuments(output).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS() ?? [];
  });
}

function filesOf(files: readonly string[]): string[] {
  return files.flatMap((file) => ['--values', file]);
}

export function named(objects: readonly Manifest[], kind: string, name: string): Manifest {
  const found = objects.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`${kind} ${name} is not rendered`);
  return found;
}
