/** Lints the OpenAPI document by the rules of redocly.yaml. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '../../services/gateway/src/transport/openapi/document.ts';

const LINT_MAX_MS = 60_000;
/** It would ask its own servers. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const folder = mkdtempSync(join(tmpdir(), 'entrada-openapi-'));
try {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(openApiDocument('http://localhost:8080'), null, 2));
  const { status } = spawnSync('redocly', ['lint', '--config=redocly.yaml', file], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, ...QUIET },
    stdio: 'inherit',
    timeout: LINT_MAX_MS,
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
