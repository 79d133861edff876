import { readFileSync } from 'node:fs';
import type { Registry } from 'prom-client';
import type { Identity } from '../identity/identity.ts';
import type { Logger } from '../telemetry/log.ts';
import { atMost } from '../time/backoff.ts';

/** Logging, metrics, health checks and identity of a process, passed to each of its parts. */
export type Runtime = {
  readonly log: Logger;
  readonly metrics: Registry;
  readonly health: Health;
  /** Who the process is to others; one that talks no gRPC has none. */
  readonly identity?: Identity | undefined;
  /** Jobs look for work so many times as often as they say. Tests set it, so that nobody waits for a tick. */
  readonly jobSpeed?: number;
  /** Calls are refused while connections to the database are given later. Tests set it, for machines that stall. */
  readonly callWaitMaxMs?: number;
};

/** Null when the check passes, else the problem in a few words. */
type Check = () => string | null | Promise<string | null>;

const CHECK_MAX_MS = 2_000;
/** A dependency that is missing must not keep this process from being ready for what needs it not. */
const WARM_UP_MAX_MS = 10_000;

type Health = {
  /** Liveness: fails only when a restart would help, never because a dependency is down. */
  live(name: string, check: Check): void;
  /** Readiness: fails while this process cannot serve. */
  ready(name: string, check: Check): void;
  liveProblems(): Promise<string[]>;
  readyProblems(): Promise<string[]>;
  /** Something to do once before readiness: connections to open, first calls. It may fail, then the first request does it. */
  warm(name: string, step: () => Promise<unknown>): void;
  /** Readiness waits for this, however long it takes: without it, this process may be set up wrongly. */
  waitFor(name: string, reached: Promise<unknown>): void;
  /** Waits for what readiness waits for, then runs every such step; gives what failed or took too long. */
  warmUp(): Promise<string[]>;
  /** From now on readiness fails, so that no new work is sent here. */
  drain(): void;
  started(): void;
};

type OnReadyCheck = (name: string, passed: boolean) => void;

export function openHealth(onReadyCheck: OnReadyCheck = () => {}): Health {
  const liveness = new Map<string, Check>();
  const readiness = new Map<string, Check>();
  const steps: [string, Check][] = [];
  const awaited = new Map<string, Promise<unknown>>();
  let phase: 'starting' | 'serving' | 'draining' = 'starting';
  return {
    live: (name, check) => void liveness.set(name, check),
    ready: (name, check) => void readiness.set(name, check),
    warm: (name, step) => void steps.push([name, () => step().then(() => null)]),
    waitFor(name, reached) {
      awaited.set(
        name,
        reached.then(() => awaited.delete(name)),
      );
    },
    async warmUp() {
      await Promise.all(awaited.values());
      return problemsOf(steps, () => {}, WARM_UP_MAX_MS);
    },
    liveProblems: () => problemsOf(liveness, () => {}),
    async readyProblems() {
      if (phase === 'serving') return problemsOf(readiness, onReadyCheck);
      return [phase, ...[...awaited.keys()].map((name) => `waiting for ${name}`)];
    },
    drain() {
      phase = 'draining';
    },
    started() {
      phase = 'serving';
    },
  };
}

async function problemsOf(
  checks: Iterable<readonly [string, Check]>,
  onCheck: OnReadyCheck,
  maxMs = CHECK_MAX_MS,
): Promise<string[]> {
  const results = await Promise.all(
    [...checks].map(async ([name, check]) => {
      const problem = await bounded(check, maxMs).catch((error: Error) => error.message);
      onCheck(name, problem === null);
      return problem === null ? [] : [`${name}: ${problem}`];
    }),
  );
  return results.flat();
}

async function bounded(check: Check, maxMs: number): Promise<string | null> {
  const reply = Promise.resolve(check());
  return (await atMost(maxMs, reply)) ? reply : 'no reply in time';
}

const manifest = new URL('../../package.json', import.meta.url);

export const VERSION: string = JSON.parse(readFileSync(manifest, 'utf8')).version;
