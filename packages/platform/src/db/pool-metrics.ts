import type { Pool } from 'pg';
import { Gauge, Histogram, type Registry } from 'prom-client';

const WAIT_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3];

/** How a pool is used, and how long those wait who ask it for a connection. */
export function watchPool(pool: Pool, metrics: Registry): void {
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections of the pool in use and idle, and requests that wait for one',
    labelNames: ['state'] as const,
    registers: [metrics],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  const max = new Gauge({
    name: 'db_pool_connections_max',
    help: 'Connections that the pool may open',
    registers: [metrics],
  });
  max.set(pool.options.max);
  const wait = new Histogram({
    name: 'db_pool_wait_seconds',
    help: 'Time until the pool gave a connection',
    buckets: WAIT_BUCKETS,
    registers: [metrics],
  });
  observeWaits(pool, (ms) => wait.observe(ms / 1_000));
}

type Connected = Parameters<Pool['connect']>[0];

/** The pool calls its own `connect` for each query, with a callback. */
function observeWaits(pool: Pool, observe: (ms: number) => void): void {
  const connect = pool.connect.bind(pool) as (done: Connected) => void;
  function timed(done?: Connected): unknown {
    const started = performance.now();
    if (!done) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      timed((error, client) => (error ? reject(error) : resolve(client)));
      return promise;
    }
    return connect((error, client, release) => {
      observe(performance.now() - started);
      done(error, client, release);
    });
  }
  pool.connect = timed as Pool['connect'];
}
