import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { eventually } from '@entrada/platform/testing/eventually';
import { freePort } from '@entrada/platform/testing/free-port';
import { testIdentityEnv } from '@entrada/platform/testing/identity';
import { supervise } from '../packages/launcher/src/supervise.ts';
import { watcherOf } from './our-system.ts';
import type { BenchRun } from './run-parts.ts';
import { execute } from './service-alone.ts';

const TABLE = readFileSync(new URL('floor/charge.sql', import.meta.url), 'utf8');

export type FloorSystem = AsyncDisposable & {
  readonly baseUrl: string;
  /** Serves our charges service too, so that the bank costs both the same. */
  readonly bankUrl: string;
  /** Of the service, for a gateway of ours that is measured alone. */
  readonly serviceAddress: string;
  readonly gatewayPid: number;
  readonly servicePid: number;
};

/** The bare programs of the floor, on a bare table in the same Postgres. */
export async function startFloor(run: BenchRun): Promise<FloorSystem> {
  const { postgres } = run;
  await using starting = new AsyncDisposableStack();
  // Several parts of one run start a floor, each with a table of its own.
  const database = `floor_${randomBytes(4).toString('hex')}`;
  await execute(postgres.adminUrl, `create database ${database}`);
  starting.defer(() =>
    execute(postgres.adminUrl, `drop database if exists ${database} with (force)`),
  );
  await execute(postgres.url(database), TABLE);

  const start = async (name: string, env: Record<string, string>) => {
    const port = await freePort();
    const main = `bench/floor/${name}.ts`;
    const program = { name: `floor ${name}`, main, env: { ...env, PORT: String(port) } };
    const started = supervise(program, watcherOf(run));
    starting.defer(() => started.stop());
    await eventually(() => listens(port));
    return { address: `127.0.0.1:${port}`, pid: started.pid() ?? 0 };
  };
  const bankUrl = `http://${(await start('stub-bank', {})).address}`;
  const service = await start('service', {
    DATABASE_URL: postgres.url(database),
    BANK_URL: bankUrl,
    ...testIdentityEnv('charges'),
  });
  const gateway = await start('gateway', {
    CHARGES_ADDRESS: service.address,
    ...testIdentityEnv('gateway'),
  });

  const programs = starting.move();
  return {
    baseUrl: `http://${gateway.address}`,
    bankUrl,
    serviceAddress: service.address,
    gatewayPid: gateway.pid,
    servicePid: service.pid,
    [Symbol.asyncDispose]: () => programs.disposeAsync(),
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
