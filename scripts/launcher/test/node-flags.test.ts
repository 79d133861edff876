import { readFileSync } from 'node:fs';
import { programsOf } from '../programs.ts';
import { newSecrets } from '../secrets.ts';
import { choosePorts } from '../system.ts';

test('every service runs here with the settings of Node that the image gives it', async () => {
  const image = readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8');
  const flags = /^ENV .*NODE_OPTIONS=(\S+)$/m.exec(image)?.[1];
  const programs = programsOf({
    databaseUrl: (name) => `postgres://localhost/${name}`,
    secrets: newSecrets(),
    certificates: '/nowhere',
    ports: await choosePorts(),
    logLevel: 'info',
  });
  expect(programs.length).toBeGreaterThan(5);
  for (const { env } of programs) expect(env.NODE_OPTIONS).toBe(flags);
});
