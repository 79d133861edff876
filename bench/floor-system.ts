import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { eventually } from '@entrada/platform/testing/eventually';
import { freePort } from '@entrada/platform/testing/free-port';
import { testIdentityEnv } from '@entrada/platform/testing/identity';
import { type Program, supervise } from '../packages/launcher/src/supervise.ts';
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

  const start = async (port: number, program: Program): Promise<number> => {
    const started = supervise(program, watcherOf(run));
    starting.defer(() => started.stop());
    await eventually(() => listens(port));
    return started.pid() ?? 0;
  };
  const [bank, service, gateway] = [await freePort(), await freePort(), await freePort()];
  const bankUrl = `http://127.0.0.1:${bank}`;
  await start(bank, program('stub-bank', { PORT: String(bank) }));
  const servicePid = await start(
    service,
    program('service', {
      GRPC_PORT: String(service),
      DATABASE_URL: postgres.url(database),
      BANK_URL: bankUrl,
      ...testIdentityEnv('charges'),
    }),
  );
  const CHARGES_ADDRESS = `127.0.0.1:${service}`;
  const gatewayPid = await start(
    gateway,
    program('gateway', {
      PORT: String(gateway),
      CHARGES_ADDRESS,
      ...testIdentityEnv('gateway'),
    }),
  );

  const programs = starting.move();
  return {
    baseUrl: `http://127.0.0.1:${gateway}`,
    bankUrl,
    serviceAddress: CHARGES_ADDRESS,
    gatewayPid,
    servicePid,
    [Symbol.asyncDispose]: () => programs.disposeAsync(),
  };
}

function program(name: string, env: Record<string, string>): Program {
  return { name: `floor ${name}`, main: `bench/floor/${name}.ts`, env };
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
