import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@entrada/platform/testing/eventually';
import { freePort } from '@entrada/platform/testing/free-port';
import { installMissing, PROMTOOL, requireTools } from '../../scripts/provision/tools.ts';
import { writeScaledRules } from './scaled-rules.ts';

const ROOT = join(import.meta.dirname, '../..');
/** A loaded machine may answer a scrape late. */
const INTERVAL = '2s';
const START_MAX_MS = 60_000;
const REPLY_MAX_MS = 10_000;

type Sample = {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
};
type Alert = { readonly state: string; readonly labels: Readonly<Record<string, string>> };

export type Prometheus = AsyncDisposable & {
  readonly url: string;
  query(expr: string): Promise<readonly Sample[]>;
  /** Names of the alerts that fire now. */
  firing(): Promise<readonly string[]>;
};

/** A Prometheus that scrapes the given addresses every two seconds, with our rules made faster. */
export async function startPrometheus(targets: readonly string[]): Promise<Prometheus> {
  await installMissing([PROMTOOL], (sentence) => process.stderr.write(`${sentence}\n`));
  requireTools([PROMTOOL], 'A drill of alerts');
  const folder = mkdtempSync(join(tmpdir(), 'entrada-prometheus-'));
  const config = join(folder, 'prometheus.json');
  writeFileSync(config, JSON.stringify(configOf(targets, writeScaledRules(join(folder, 'rules')))));
  const port = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      `--web.console.templates=${ROOT}/deploy/prometheus/consoles`,
      `--web.console.libraries=${ROOT}/deploy/prometheus/consoles`,
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
  const prometheus: Prometheus = {
    url,
    query: async (expr) =>
      (await get<{ result: Sample[] }>(`/api/v1/query?query=${encodeURIComponent(expr)}`)).result,
    async firing() {
      const { alerts } = await get<{ alerts: Alert[] }>('/api/v1/alerts');
      const names = alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels);
      return [...new Set(names.map(({ alertname = '' }) => alertname))].toSorted();
    },
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

function configOf(targets: readonly string[], rules: readonly string[]): object {
  return {
    global: { scrape_interval: INTERVAL, scrape_timeout: INTERVAL, evaluation_interval: INTERVAL },
    rule_files: rules,
    scrape_configs: [{ job_name: 'entrada', static_configs: [{ targets }] }],
  };
}
