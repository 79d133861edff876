/** npm run generate: writes the gRPC types, the REST client's types, docs/configuration.md, docs/api, the dashboards, docs/operations/metrics.md and the chart's values. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DASHBOARDS } from '../../deploy/monitoring/dashboards/all.ts';
import { toGrafana } from '../../deploy/monitoring/dashboards/to-grafana.ts';
import { metricsPage } from '../../deploy/monitoring/metrics-page.ts';
import { readCommandLine } from '../../packages/launcher/src/command-line.ts';
import { referenceText } from './api-docs.ts';
import { chartReadme, README } from './chart-docs.ts';
import { clientTypes } from './client-types.ts';
import { configurationText } from './config-docs.ts';
import { protoRoots } from './proto-roots.ts';

const GENERATED = 'packages/contracts/src/gen';
const ABOUT =
  'Writes the gRPC types from proto/, formats proto/, and writes the REST client’s types from the OpenAPI document and docs/configuration.md from the services’ settings, docs/api from the contract, the README of the chart from its values, and the dashboards with docs/operations/metrics.md.';

function generateInto(folder: string): void {
  execFileSync(
    'proto-loader-gen-types',
    [
      '--longs=Number',
      '--enums=String',
      '--defaults',
      '--arrays',
      '--oneofs',
      '--grpcLib=@grpc/grpc-js',
      '--inputTemplate=%sInput',
      '--outputTemplate=%s',
      '--importFileExtension=.ts',
      '--includeDirs=proto',
      `--outDir=${folder}`,
      ...protoRoots(globSync('**/*.proto', { cwd: 'proto' })),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
}

/** Leaves types that are up to date alone, because another program may be reading them. */
function refreshGrpcTypes(): void {
  const fresh = mkdtempSync(join(tmpdir(), 'entrada-gen-'));
  try {
    generateInto(fresh);
    if (spawnSync('diff', ['-rq', fresh, GENERATED]).status === 0) return;
    rmSync(GENERATED, { recursive: true, force: true });
    cpSync(fresh, GENERATED, { recursive: true });
  } finally {
    rmSync(fresh, { recursive: true });
  }
}

/** What is made from other files and committed, by its path. */
function committedFiles(): Record<string, string> {
  const dashboards = DASHBOARDS.map((dashboard) => [
    `deploy/helm/entrada/dashboards/${dashboard.name}.json`,
    `${JSON.stringify(toGrafana(dashboard), null, 2)}\n`,
  ]);
  return {
    'packages/client/src/gen/api.ts': clientTypes(),
    'docs/configuration.md': configurationText,
    'docs/api/reference.md': referenceText(),
    [README]: chartReadme(),
    'docs/operations/metrics.md': metricsPage(),
    ...Object.fromEntries(dashboards),
  };
}

const options = readCommandLine('npm run generate', ABOUT, (command) =>
  command.option('--check', 'write the gRPC types only, and name the other files that are stale'),
);
refreshGrpcTypes();
const stale = Object.entries(committedFiles()).filter(
  ([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text,
);
if (!options.check) {
  for (const [file, text] of stale) writeFileSync(file, text);
  execFileSync('buf', ['format', '-w'], { stdio: 'inherit' });
} else if (stale.length > 0) {
  const names = stale.map(([file]) => file).join(', ');
  console.error(`Stale: ${names}. Run npm run generate and commit the result.`);
  process.exitCode = 1;
}
