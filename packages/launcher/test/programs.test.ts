import { readFileSync } from 'node:fs';
import { freePort } from '@entrada/platform/testing/free-port';
import { newSecrets, programsOf } from '../src/programs.ts';
import { choosePorts } from '../src/system.ts';

const DOCKERFILE = readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8');
const STAGES = DOCKERFILE.split(/^FROM /m).slice(1);

function stageNamed(name: string): string {
  const stage = STAGES.find((one) => one.includes(` AS ${name}\n`));
  if (stage === undefined) throw new Error(`no stage ${name}`);
  return stage;
}

test('the image that is built by default has neither the sandbox bank nor scripts that seed', () => {
  expect(STAGES.at(-1)).toMatch(/^dependencies AS live\n/);
  expect(stageNamed('live').match(/^COPY.*$/gm)).toEqual(['COPY --from=services /app ./']);
  expect(stageNamed('services')).toContain('COPY services services');
  for (const stage of ['manifests', 'dependencies', 'services', 'live'])
    expect(stageNamed(stage)).not.toContain('sandbox');
  expect(stageNamed('sandbox')).toContain('COPY sandbox sandbox');
  const ignored = readFileSync(new URL('../../../.dockerignore', import.meta.url), 'utf8');
  expect(ignored.match(/^!?(tools|packages\/launcher).*$|^!tools.*$/gm)).toEqual([
    '!tools/image',
    'packages/launcher',
    '!packages/launcher/src/build/packages.ts',
    '!packages/launcher/src/command-line.ts',
  ]);
});

test('the image with the sandbox bank is completed as the one for live mode is', () => {
  const completion = (stage: string) => stageNamed(stage).match(/^(RUN|ENV|USER|ENTRYPOINT) .*$/gm);
  expect(completion('sandbox')).toEqual(completion('live'));
});

test('no port is chosen that was given, and none twice', async () => {
  const first = await freePort();
  let next = first - 1;
  const draw = () => {
    next += 1;
    return next;
  };
  const ports = await choosePorts({ public: first + 2, bank: first + 3 }, draw);
  expect(ports).toMatchObject({ public: first + 2, bank: first + 3 });
  expect(new Set(Object.values(ports)).size).toBe(Object.keys(ports).length);
});

test('every service runs here with the settings of Node that the image gives it', async () => {
  const flags = /^ENV .*NODE_OPTIONS=(\S+)$/m.exec(stageNamed('live'))?.[1];
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
