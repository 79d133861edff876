import { connect } from 'node:net';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { Client } from 'pg';
import { startPrivateKafka } from '../src/provision/kafka.ts';
import { startPrivatePostgres } from '../src/provision/postgres.ts';
import { startPrivateRedis } from '../src/provision/redis.ts';

function accepts(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address.includes('//') ? address : `tcp://${address}`);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

describeNeeding(['kafka'], 'a private Kafka', () => {
  test('is gone while stopped and comes back at the same address', async () => {
    await using kafka = await startPrivateKafka();
    expect(await accepts(kafka.address)).toBe(true);

    await kafka.kill();
    expect(await accepts(kafka.address)).toBe(false);

    await kafka.restart();
    expect(await accepts(kafka.address)).toBe(true);
  });
});

describeNeeding(['redis'], 'a private Redis', () => {
  test('is gone while stopped and comes back at the same address', async () => {
    await using redis = await startPrivateRedis();
    expect(await accepts(redis.address)).toBe(true);

    await redis.stop();
    expect(await accepts(redis.address)).toBe(false);

    await redis.restart();
    expect(await accepts(redis.address)).toBe(true);
  });
});

test('a private Postgres keeps its data over a restart', async () => {
  await using postgres = await startPrivatePostgres();
  const query = async (sql: string) => {
    const client = new Client({ connectionString: postgres.address });
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows;
  };
  await query('create table kept (n int); insert into kept values (7)');

  await postgres.restart();

  expect(await query('select n from kept')).toEqual([{ n: 7 }]);
});
