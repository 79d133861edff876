import { readFileSync } from 'node:fs';
import { programsOf } from '../programs.ts';
import { newSecrets } from '../secrets.ts';
import { choosePorts } from '../system.ts';

test('the image that is built by default has neither the sandbox bank nor scripts that seed', () => {
  const text = readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8');
  const stages = text.split(/^FROM /m).slice(1);
  const named = (name: string) => stages.find((stage) => stage.includes(` AS ${name}\n`)) ?? '';
  expect(stages.at(-1)).toMatch(/^dependencies AS live\n/);
  expect(named('live').match(/^COPY.*$/gm)).toEqual(['COPY --from=services /app ./']);
  expect(named('services')).toContain('COPY services services');
  for (const stage of ['manifests', 'dependencies', 'services', 'live'])
    expect(named(stage)).not.toMatch(/^(?:COPY|RUN|FROM).*sandbox/m);
  expect(named('sandbox')).toContain('COPY sandbox sandbox');
  const ignored = readFileSync(new URL('../../../.dockerignore', import.meta.url), 'utf8');
  expect(ignored.match(/^!scripts.*$/gm)).toEqual([
    '!scripts/migrate.ts',
    '!scripts/sbom.ts',
    '!scripts/image',
  ]);
});

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
