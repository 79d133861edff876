/** Writes the gRPC types from proto/; `--check` only says whether the committed ones are fresh. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const GENERATED = 'packages/contracts/src/gen';

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
      ...globSync('**/*.proto', { cwd: 'proto' }).sort(),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
}

if (process.argv.includes('--check')) {
  const fresh = mkdtempSync(join(tmpdir(), 'entrada-gen-'));
  try {
    generateInto(fresh);
    execFileSync('diff', ['-r', fresh, GENERATED], { stdio: 'inherit' });
  } catch (cause) {
    console.error('Generated types are stale: run npm run generate and commit the result.');
    throw cause;
  } finally {
    rmSync(fresh, { recursive: true });
  }
} else {
  rmSync(GENERATED, { recursive: true, force: true });
  generateInto(GENERATED);
  execFileSync('buf', ['format', '-w'], { stdio: 'inherit' });
}
