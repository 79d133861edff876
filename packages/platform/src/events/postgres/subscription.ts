import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { keepSession, type Session } from '../../db/session.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { atMost } from '../../time/backoff.ts';
import { openWake, type Wake } from '../../time/wake.ts';
import type { OnBatch, SetBack, Subscription } from '../event-log.ts';
import { openProgress, type Progress } from '../progress.ts';
import { reported } from '../reported.ts';
import { openBatches } from './batches.ts';
import { openHoldings } from './holdings.ts';
import { watchLag } from './lag.ts';
import { openMembership, type Partition, shareOf } from './membership.ts';
import { partitionsOf } from './topics.ts';

type Options = {
  readonly url: string;
  readonly pool: Pool;
  readonly runtime: Runtime;
  readonly group: string;
  readonly topics: readonly string[];
  readonly setBack: SetBack | undefined;
};

/** Without a notification, how late a new record or a new member is noticed. */
const POLL_EVERY_MS = 1_000;
const STOP_MAX_MS = 5_000;

type Member = {
  readonly group: string;
  readonly topics: readonly string[];
  readonly setBack: SetBack | undefined;
  readonly memberId: string;
  readonly stop: AbortSignal;
  readonly wake: Wake;
  readonly progress: Progress;
  /** Null while this member is not in its group. */
  readonly holding: { partitions: readonly Partition[] | null };
  /** Set by a notification of another member: the list of members must be read again. */
  readonly groupChanged: { seen: boolean };
};

/** A member of a group: it handles the records of the partitions that its session has locked. */
export function startSubscription(options: Options, onBatch: OnBatch): Subscription {
  const { url, pool, runtime, group, topics, setBack } = options;
  const stop = new AbortController();
  const member: Member = {
    group,
    topics,
    setBack,
    memberId: randomUUID(),
    stop: stop.signal,
    wake: openWake(),
    progress: openProgress(group, runtime.metrics),
    holding: { partitions: null },
    groupChanged: { seen: false },
  };
  const { progress } = member;
  const handle = reported(onBatch, { group, progress, log: runtime.log });
  const abandon = new AbortController();
  const running = keepSession(
    {
      url,
      name: `consumer ${group}`,
      log: runtime.log,
      signal: stop.signal,
      abandon: abandon.signal,
      onNotify,
    },
    (session) => consume(session, member, handle),
  );
  const lag = watchLag({
    pool,
    group,
    topics,
    progress,
    held: () => member.holding.partitions,
  });

  function onNotify(channel: string, payload: string): void {
    if (channel === 'event_log' ? !topics.includes(payload) : payload !== group) return;
    if (channel !== 'event_log') member.groupChanged.seen = true;
    member.wake.wake();
  }

  async function close(): Promise<void> {
    lag[Symbol.dispose]();
    stop.abort();
    if (await atMost(STOP_MAX_MS, running)) return;
    runtime.log.warn({ group }, 'batch unfinished at shutdown, it will be delivered again');
    abandon.abort();
  }
  let closed: Promise<void> | undefined;
  return {
    stalledMs: () => member.progress.stalledMs(),
    [Symbol.asyncDispose]() {
      closed ??= close();
      return closed;
    },
  };
}

async function consume(session: Session, member: Member, handle: OnBatch): Promise<void> {
  const { group, topics, stop, wake } = member;
  await session.query('listen event_log; listen event_log_group');
  const everyPartition = await allPartitions(session, topics);
  const membership = openMembership(session, member);
  const holdings = openHoldings(session, group, member.setBack);
  const batches = openBatches(holdings, handle);
  const until = AbortSignal.any([stop, session.lost]);
  let share: readonly Partition[] = [];

  async function beat(): Promise<void> {
    member.groupChanged.seen = false;
    share = shareOf(member.memberId, await membership.beat(), everyPartition);
    wake.wake();
  }
  /** Between two batches only: a partition is never released while its records are handled. */
  async function balance(): Promise<void> {
    if (member.groupChanged.seen) await beat();
    const released = await holdings.release(share);
    await holdings.take(share);
    member.holding.partitions = holdings.held();
    if (released > 0) await membership.notify();
  }

  await beat();
  await membership.notify();
  // Also while a batch is handled, which may take longer than a member may be silent.
  const beating = setInterval(() => beat().catch(() => {}), POLL_EVERY_MS);
  session.lost.addEventListener('abort', () => clearInterval(beating), { once: true });
  try {
    while (!until.aborted) {
      await balance();
      const mayBeMore = await batches.handleNext();
      if (!mayBeMore) await wake.wait(Math.min(POLL_EVERY_MS, batches.nextDueMs()), until);
    }
    session.lost.throwIfAborted();
    await membership.leave();
    await holdings.release([]);
    await membership.notify();
  } finally {
    clearInterval(beating);
    member.holding.partitions = null;
  }
}

async function allPartitions(session: Session, topics: readonly string[]): Promise<Partition[]> {
  const counts = await partitionsOf(session, topics);
  return [...counts].flatMap(([topic, count]) =>
    Array.from({ length: count }, (_, partition) => ({ topic, partition })),
  );
}
