/** Writes the dashboards for Grafana and docs/operations/metrics.md; `--check` only compares. */
import { readFileSync, writeFileSync } from 'node:fs';
import { DASHBOARDS } from '../../deploy/monitoring/dashboards/all.ts';
import { toGrafana } from '../../deploy/monitoring/dashboards/to-grafana.ts';
import { metricsPage } from '../../deploy/monitoring/metrics-page.ts';
import { readCommandLine } from '../../packages/launcher/src/command-line.ts';

const FOLDER = 'deploy/helm/entrada/dashboards';

function files(): Record<string, string> {
  const dashboards = DASHBOARDS.map((dashboard) => [
    `${FOLDER}/${dashboard.name}.json`,
    `${JSON.stringify(toGrafana(dashboard), null, 2)}\n`,
  ]);
  return {
    ...Object.fromEntries(dashboards),
    'docs/operations/metrics.md': metricsPage(),
  };
}

/** Writes the files, or returns those that are not up to date. */
export function monitoringFiles({ check }: { readonly check: boolean }): string[] {
  const stale = Object.entries(files()).filter(([file, text]) => contentOf(file) !== text);
  if (!check) for (const [file, text] of stale) writeFileSync(file, text);
  return stale.map(([file]) => file);
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const options = readCommandLine('monitoring-files', `Writes ${FOLDER} and more.`, (command) =>
    command.option('--check', 'only say whether the committed files are up to date'),
  );
  const stale = monitoringFiles({ check: options.check === true });
  if (options.check && stale.length > 0) {
    console.error(`Stale: ${stale.join(', ')}. Run npm run generate and commit the result.`);
    process.exitCode = 1;
  }
}
