/** npm run generate: writes the gRPC types, the REST client's types, docs/configuration.md, docs/api, the dashboards, docs/operations/metrics.md and the chart's values. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine } from '../../packages/launcher/src/command-line.ts';
import { apiDocs } from './api-docs.ts';
import { chartDocs } from './chart-docs.ts';
import { clientTypes } from './client-types.ts';
import { configurationDocs } from './config-docs.ts';
import { monitoringFiles } from './monitoring-files.ts';
import { protoRoots } from './proto-roots.ts';

const GENERATED = 'packages/contracts/src/gen';
const CLIENT_TYPES = 'packages/client/src/gen/api.ts';
const ABOUT =
  'Writes the gRPC types from proto/, formats proto/, and writes the REST client’s types from the OpenAPI document and docs/configuration.md from the services’ settings, docs/api from the contract, and the dashboards with docs/operations/metrics.md.';

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

const options = readCommandLine('npm run generate', ABOUT, (command) =>
  command.option(
    '--check',
    'write the gRPC types only, and say whether the types of the client are up to date',
  ),
);
refreshGrpcTypes();
if (options.check) {
  if (readFileSync(CLIENT_TYPES, 'utf8') !== clientTypes()) {
    throw new Error(`${CLIENT_TYPES} is stale: run npm run generate and commit the result.`);
  }
} else {
  writeFileSync(CLIENT_TYPES, clientTypes());
  execFileSync('buf', ['format', '-w'], { stdio: 'inherit' });
  configurationDocs({ check: false });
  apiDocs({ check: false });
  chartDocs({ check: false });
  monitoringFiles({ check: false });
}
