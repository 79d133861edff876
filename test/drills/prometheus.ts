import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@entrada/platform/testing/eventually';
import { freePort } from '@entrada/platform/testing/free-port';
import {
  installMissing,
  PROMTOOL,
  requireTools,
} from '../../packages/launcher/src/provision/tools.ts';
import { writeScaledRules } from './scaled-rules.ts';

/** A loaded machine may answer a scrape late. */
const INTERVAL = '2s';
const START_MAX_MS = 120_000;
const REPLY_MAX_MS = 30_000;

type Labels = Readonly<Record<string, string>>;
type Sample = {
  readonly metric: Labels;
  readonly value: readonly [number, string];
};
type Alert = { readonly state: string; readonly labels: Labels };

export type Prometheus = AsyncDisposable & {
  readonly url: string;
  query(expr: string): Promise<readonly Sample[]>;
  /** Of an expression with one value; 0 when it has none. */
  valueOf(expr: string): Promise<number>;
  /** Labels of the alerts that fire now. */
  firing(): Promise<readonly Labels[]>;
  /** Scrapes these addresses in addition to the first ones, and no others. */
  scrapeToo(...addresses: readonly string[]): void;
};

/** A Prometheus that scrapes the given addresses every two seconds, with our rules made faster. */
export async function startPrometheus(targets: readonly string[]): Promise<Prometheus> {
  await installMissing([PROMTOOL], (sentence) => process.stderr.write(`${sentence}\n`));
  requireTools([PROMTOOL], 'A drill of alerts');
  const folder = mkdtempSync(join(tmpdir(), 'entrada-prometheus-'));
  const config = join(folder, 'prometheus.json');
  const targetsFile = join(folder, 'targets.json');
  const rules = writeScaledRules(join(folder, 'rules'));
  writeFileSync(config, JSON.stringify(configOf(targetsFile, rules)));
  const scrapeToo = (...more: readonly string[]) =>
    writeWhole(targetsFile, JSON.stringify([{ targets: [...targets, ...more] }]));
  scrapeToo();
  const port = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const said: string[] = [];
  child.on('error', (error) => said.push(error.message));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  const get = async <T>(path: string): Promise<T> => {
    const reply = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(REPLY_MAX_MS) });
    const { status, data, error } = (await reply.json()) as Record<string, unknown>;
    if (status !== 'success') throw new Error(`${decodeURIComponent(path)}: ${error}`);
    return data as T;
  };
  const query = async (expr: string) =>
    (await get<{ result: Sample[] }>(`/api/v1/query?query=${encodeURIComponent(expr)}`)).result;
  const prometheus: Prometheus = {
    url,
    query,
    valueOf: async (expr) => Number((await query(expr))[0]?.value[1] ?? 0),
    async firing() {
      const { alerts } = await get<{ alerts: Alert[] }>('/api/v1/alerts');
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels);
    },
    scrapeToo,
    async [Symbol.asyncDispose]() {
      if (child.pid !== undefined && child.exitCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await eventually(async () => (await fetch(`${url}/-/ready`)).ok, { timeoutMs: START_MAX_MS });
  } catch (cause) {
    await prometheus[Symbol.asyncDispose]();
    throw new Error(`Prometheus did not start: ${said.join('')}`, { cause });
  }
  return prometheus;
}

function configOf(targetsFile: string, rules: readonly string[]): object {
  return {
    global: { scrape_interval: INTERVAL, scrape_timeout: INTERVAL, evaluation_interval: INTERVAL },
    rule_files: rules,
    scrape_configs: [
      {
        job_name: 'entrada',
        file_sd_configs: [{ files: [targetsFile], refresh_interval: INTERVAL }],
      },
    ],
  };
}

/** Prometheus never reads half of it. */
function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
