import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const MODULE = join(import.meta.dirname, '../src/provision/python-program.ts');
const PROVISION = `import { schemathesis } from '${MODULE}'; await schemathesis(() => {});`;

/** A python3 that can or cannot make virtual environments, and is as old as it says. */
const python = (canMakeEnvironments: boolean, minor: number) =>
  `#!/bin/sh\ncase "$2" in *ensurepip*) exit ${canMakeEnvironments ? 0 : 1};; esac\necho ${minor}\n`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-path-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['without a Python', null, /needs python3, not found on the path/],
  ['with half a Python', python(false, 11), /needs python3, incomplete on the path/],
  ['with an old Python', python(true, 9), /needs Python 3\.11 or later, .* is 3\.9/],
])('%s Schemathesis says what it needs and how to get it', async (_kind, program, reason) => {
  if (program) writeFileSync(join(folder, 'python3'), program, { mode: 0o755 });

  const provision = promisify(execFile)(process.execPath, ['--eval', PROVISION], {
    env: { PATH: folder },
  });

  await expect(provision).rejects.toThrow(reason);
  await expect(provision).rejects.toThrow(/Enable it with: .*(python3-venv|brew install python)/);
});
