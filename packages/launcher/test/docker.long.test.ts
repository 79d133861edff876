import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInDocker } from '../src/provision/docker.ts';

const CONTAINER = {
  image: 'some/image:1',
  port: 1,
  environment: () => ({}),
  address: () => 'nowhere',
};

const hostBefore = process.env.DOCKER_HOST;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-docker-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
  if (hostBefore === undefined) delete process.env.DOCKER_HOST;
  else process.env.DOCKER_HOST = hostBefore;
});

async function engine(answer: RequestListener): Promise<AsyncDisposable> {
  const socket = join(folder, 'docker.sock');
  const server = createServer(answer).listen(socket);
  await once(server, 'listening');
  process.env.DOCKER_HOST = `unix://${socket}`;
  return server;
}

test('without a Docker engine nothing is tried', async () => {
  process.env.DOCKER_HOST = `unix://${join(folder, 'absent.sock')}`;

  expect(await startInDocker(CONTAINER, () => {})).toBeUndefined();
});

test('an engine that never answers does not hold up the tests', async () => {
  const silent = await engine(() => {});
  const begun = Date.now();

  expect(await startInDocker(CONTAINER, () => {})).toBeUndefined();

  expect(Date.now() - begun).toBeLessThan(30_000);
  await silent[Symbol.asyncDispose]();
});

test('an engine that can neither find nor pull the image is left alone, with a sentence', async () => {
  await using _ = await engine((request, response) => {
    response.statusCode = request.url?.startsWith('/images') ? 404 : 200;
    response.end();
  });
  const said: string[] = [];

  const server = await startInDocker(CONTAINER, (sentence) => said.push(sentence));

  expect(server).toBeUndefined();
  expect(said.at(-1)).toBe('Docker cannot pull some/image:1: continuing without Docker.');
});
