import { execFile } from 'node:child_process';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const EACH = 200;
const PROGRAM = `
import { freePort } from ${JSON.stringify(join(import.meta.dirname, '../../src/testing/free-port.ts'))};
for (let given = 0; given < ${EACH}; given += 1) console.log(await freePort());
`;

test('no port is given away twice, neither by one program nor by three at once', async () => {
  // Where other tests do not look, which need ports too.
  await using folder = await mkdtempDisposable(join(tmpdir(), 'entrada-ports-'));
  const env = { TMPDIR: folder.path };
  const programs = await Promise.all(
    [1, 2, 3].map(() => run(process.execPath, ['--input-type=module', '-e', PROGRAM], { env })),
  );
  const ports = programs.flatMap(({ stdout }) => stdout.trim().split('\n'));

  expect(ports).toHaveLength(3 * EACH);
  expect(new Set(ports).size).toBe(ports.length);
});
