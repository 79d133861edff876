/** npm run generate: writes the gRPC types, the REST client's types, docs/configuration.md, docs/api, the dashboards, docs/operations/metrics.md and the chart's values. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiDocs } from './api-docs.ts';
import { chartDocs } from './chart-docs.ts';
import { clientTypes } from './client-types/client-types.ts';
import { readCommandLine } from './command-line.ts';
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

const options = readCommandLine('npm run generate', ABOUT, (command) =>
  command.option('--check', 'only say whether the committed types are up to date'),
);
if (options.check) {
  const fresh = mkdtempSync(join(tmpdir(), 'entrada-gen-'));
  try {
    generateInto(fresh);
    execFileSync('diff', ['-r', fresh, GENERATED], { stdio: 'inherit' });
    if (readFileSync(CLIENT_TYPES, 'utf8') !== clientTypes()) throw new Error(CLIENT_TYPES);
  } catch (cause) {
    console.error('Generated types are stale: run npm run generate and commit the result.');
    throw cause;
  } finally {
    rmSync(fresh, { recursive: true });
  }
} else {
  rmSync(GENERATED, { recursive: true, force: true });
  generateInto(GENERATED);
  writeFileSync(CLIENT_TYPES, clientTypes());
  execFileSync('buf', ['format', '-w'], { stdio: 'inherit' });
  configurationDocs({ check: false });
  apiDocs({ check: false });
  chartDocs({ check: false });
  monitoringFiles({ check: false });
}
