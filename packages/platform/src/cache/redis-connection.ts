import { Redis } from 'ioredis';
import type { Logger } from '../telemetry/log.ts';

/** ioredis by its own defaults holds callers for 20 to 70 s when Redis freezes. */
const LIMITS = {
  connectTimeout: 500,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  // A frozen peer never closes its side; after this the connection is destroyed.
  disconnectTimeout: 50,
} as const;
const COMMAND_TIMEOUT_MS = 50;
const RECONNECT_AFTER_MAX_MS = 1_000;
const RECONNECT_STEP_MS = 50;

type Options = {
  readonly prefix: string;
  readonly log: Logger;
  /** What this process does meanwhile, for the log: "caching in this process". */
  readonly meanwhile: string;
  readonly commandTimeoutMs?: number;
};

export type RedisConnection = Disposable & {
  readonly redis: Redis;
  /** False costs a caller nothing, unlike asking a server that does not answer. */
  isReady(): boolean;
  /** To be told of every failed command, so that the next one does not have to wait for its own. */
  noteFailure(error: unknown): void;
};

/** A Redis that nobody waits for longer than the command timeout, however it fails. */
export function openRedis(url: string, options: Options): RedisConnection {
  const { prefix, log, meanwhile, commandTimeoutMs = COMMAND_TIMEOUT_MS } = options;
  const redis = new Redis(url, {
    ...LIMITS,
    commandTimeout: commandTimeoutMs,
    keyPrefix: prefix,
    retryStrategy: (tries) => Math.min(tries * RECONNECT_STEP_MS, RECONNECT_AFTER_MAX_MS),
  });
  let isAway = false;
  // Without a listener ioredis prints every failed reconnection; one line an outage is enough.
  redis.on('error', noteAway);
  redis.on('ready', () => {
    if (isAway) log.info('redis is back');
    isAway = false;
  });

  function noteAway(err: unknown): void {
    if (isAway) return;
    isAway = true;
    log.warn({ err }, `redis is away; ${meanwhile}`);
    // A frozen server would cost every caller the whole timeout; a connection that has to be made
    // anew costs none of them anything until Redis answers on it.
    redis.disconnect(true);
  }

  return {
    redis,
    isReady: () => !isAway && redis.status === 'ready',
    noteFailure(error) {
      // A refusal, as when its memory is full, comes from a server that is there.
      if ((error as Error).name !== 'ReplyError') noteAway(error);
    },
    [Symbol.dispose]: () => redis.disconnect(),
  };
}
