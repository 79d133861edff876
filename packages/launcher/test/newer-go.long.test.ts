import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { provideGo, VERSION } from '../src/provision/newer-go.ts';

const DOWNLOAD_MAX_MS = 600_000;
const run = promisify(execFile);
const versionOnPath = async () => (await run('go', ['version'])).stdout;

/** Says that it is old, and else is the Go that comes after it on the path. */
const OLD = `#!/bin/sh
[ "$1" = version ] && { echo 'go version go1.19.8 linux/amd64'; exit; }
PATH=\${PATH#*:} exec go "$@"
`;

test(
  'where the Go on the path is too old, a newer one comes before it; one that is new enough stays',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'entrada-old-go-'));
    using cleanup = new DisposableStack();
    cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
    const { PATH = '' } = process.env;
    cleanup.defer(() => Object.assign(process.env, { PATH }));
    // So that there is one on every machine.
    await provideGo(() => {});
    writeFileSync(join(folder, 'go'), OLD, { mode: 0o755 });
    process.env.PATH = [folder, process.env.PATH].join(delimiter);
    expect(await versionOnPath()).toContain('go1.19.8');

    await provideGo(() => {});

    expect(await versionOnPath()).toContain(`go${VERSION} `);
    const provided = process.env.PATH;
    await provideGo(() => {});
    expect(process.env.PATH).toBe(provided);
  },
  DOWNLOAD_MAX_MS,
);
