import { requiredAddress } from '@entrada/platform/testing/environment';
import { eventually } from '@entrada/platform/testing/eventually';
import { GRPC_SERVICES, openFaults, SERVICES } from './faults.ts';
import { expectNoneFailed, figures, watch } from './figures.ts';
import type { Recovery } from './load.ts';
import type { SentRequest } from './send.ts';
import { settled } from './tools/at-once.ts';
import type { Pod } from './tools/pods.ts';
import { openStage } from './under-load.ts';

const FAULT_MAX_MS = 900_000;
const KILL_EVERY_MS = 5_000;
const KILLS_LAST_MS = 120_000;
/** On a busy machine a service may wait long for its new pod. */
const KILLS_MIN = 12;
/** Until every node has seen that a pod is gone. */
const ENDPOINTS_MAX_MS = 2_000;

/** After it has failed, a request that is sent again. */
const ANSWERED_MAX_MS = 1_000;
/** The gateway's answer when a service did not reply in time, and ours when the gateway did not. */
const TIMED_OUT = /^(504|TimeoutError|ABORT_ERR)/;

/** Whether the release was upgraded from a version before, to which it can go back. */
const WAS_UPGRADED = requiredAddress('CLUSTER_WAS_UPGRADED') === 'true';

const {
  podsOf,
  stayingPods,
  rolledOut,
  restart,
  setReplicas,
  scale,
  kill,
  replaceCertificates,
  rollBack,
  versions,
} = openFaults(requiredAddress('CLUSTER_NAMESPACE'));

const SCALED = ['ledger', 'webhooks'];

/** Of a service whose pods are all ready, in turn; none while each service waits for a new one. */
async function sparePod(turn: number): Promise<Pod | undefined> {
  const all = await podsOf(...GRPC_SERVICES);
  for (const [index] of GRPC_SERVICES.entries()) {
    const inTurn = GRPC_SERVICES[(turn + index) % GRPC_SERVICES.length];
    const pods = all.filter(({ service }) => service === inTurn);
    if (pods.length > 1 && pods.every(({ ready, isLeaving }) => ready && !isLeaving))
      return pods[0];
  }
  return undefined;
}

let stage: Awaited<ReturnType<typeof openStage>>;
beforeAll(async () => {
  stage = await openStage();
}, FAULT_MAX_MS);
afterAll(() => stage?.[Symbol.asyncDispose](), FAULT_MAX_MS);

test(
  'a rolling restart of every Deployment at once under load fails no request',
  async () => {
    const sent = await stage.during('rolling restart of every Deployment at once', async () => {
      const took = await Promise.all(
        SERVICES.map(async (service) => [service, await restart(service)]),
      );
      figures(`restarted after: ${took.map((one) => one.join(' ')).join(', ')}`);
    });
    expectNoneFailed(sent);
  },
  FAULT_MAX_MS,
);

test(
  'new certificates for all services fail no request and restart no pod, nor does scaling ledger and webhooks to one, three and one fail one',
  async () => {
    const others = GRPC_SERVICES.filter((service) => !SCALED.includes(service));
    const runsOf = async () =>
      (await stayingPods(others)).map(({ name, restarts }) => ({ name, restarts }));
    const before = await runsOf();
    const title = 'new certificates; ledger and webhooks scaled to 1, 3 and 1';
    const sent = await stage.during(title, async () => {
      const took = watch();
      const replaced = await replaceCertificates(GRPC_SERVICES);
      await Promise.all([
        replaced.areUsedBy(others).then(() => figures(`new certificates used after ${took()}`)),
        scaleToAndFro(),
      ]);
      await replaced.areUsedBy(SCALED);
      // The next fault does not need them at once.
      await Promise.all(SCALED.map((service) => setReplicas(service, 2)));
    });
    expectNoneFailed(sent);
    expect(await runsOf()).toEqual(before);
  },
  FAULT_MAX_MS,
);

async function scaleToAndFro(): Promise<void> {
  for (const replicas of [1, 3, 1]) {
    await Promise.all(SCALED.map((service) => scale(service, replicas)));
  }
}

test(
  'when every pod of charges is killed without grace, requests fail only until the next are ready',
  async () => {
    let readyAt = 0;
    await stage.during('every pod of charges killed', async () => {
      await kill(await podsOf('charges'));
      await rolledOut('charges');
      readyAt = Date.now();
    });
    // A request that began when the new pods were ready is answered by them.
    expectNoneFailed(stage.load.sent.filter(({ startedAt }) => startedAt > readyAt));
  },
  FAULT_MAX_MS,
);

test(
  'of pods killed one by one without grace, only requests that were under way fail, and each is answered within a second when it is sent again',
  async () => {
    const kills: { readonly from: number; readonly to: number }[] = [];
    const begunAt = Date.now();
    const until = begunAt + KILLS_LAST_MS;
    const sent = await stage.during('pods killed one by one for two minutes', async () => {
      while (Date.now() < until) {
        const turnAt = Date.now();
        const pod = await sparePod(kills.length);
        const from = Date.now();
        if (pod) {
          await kill([pod]);
          kills.push({ from, to: Date.now() });
        }
        await eventually(() => Date.now() - turnAt > KILL_EVERY_MS);
      }
      // The auditor may not mind what was killed either.
      await settled([...GRPC_SERVICES.map(rolledOut), stage.audit()]);
    });
    figures(`${kills.length} kills`);
    expect(kills.length).toBeGreaterThanOrEqual(KILLS_MIN);
    const wasUnderWay = ({ startedAt, endedAt }: SentRequest) =>
      kills.some(({ from, to }) => startedAt <= to + ENDPOINTS_MAX_MS && endedAt >= from);
    const untouched = sent.filter((one) => !wasUnderWay(one));
    expectNoneFailed(untouched);
    // A killed pod is seen at once: nobody waits for it until the deadline.
    expectNoneFailed(sent.filter(({ outcome }) => TIMED_OUT.test(outcome)));
    const recoveries = stage.load.recoveries.filter(({ failedAt }) => failedAt >= begunAt);
    expectAnsweredInTime(recoveries, untouched);
  },
  FAULT_MAX_MS,
);

/** Within a second, or where the machine is slower, as soon as the slowest of the requests that no kill touched. */
function expectAnsweredInTime(
  recoveries: readonly Recovery[],
  others: readonly SentRequest[],
): void {
  const slowestMs = Math.max(...others.map(({ startedAt, endedAt }) => endedAt - startedAt));
  figures(`  slowest request that no kill touched: ${slowestMs} ms`);
  for (const { what, outcomes, answeredAfterMs } of recoveries) {
    figures(`  ${what} ${outcomes.join(', ')}: answered ${answeredAfterMs} ms after it had failed`);
  }
  const limitMs = Math.max(ANSWERED_MAX_MS, slowestMs);
  expect(recoveries.filter(({ answeredAfterMs }) => answeredAfterMs > limitMs)).toEqual([]);
}

if (WAS_UPGRADED) {
  test(
    'a rollback to the commit before fails no request under load',
    async () => {
      const before = await versions();

      expectNoneFailed(await stage.during('helm rollback', rollBack));

      await eventually(async () => {
        const [earlier, ...others] = await versions();
        expect(others).toEqual([]);
        expect(before).not.toContain(earlier);
      });
    },
    FAULT_MAX_MS,
  );
}

test(
  'after all that, every paid deposit is credited once and announced once, no other is, and the auditor finds nothing',
  async () => {
    // The rollback has replaced the pod of operators.
    await settled([stage.settle(), stage.logIn()]);
    await stage.audit();
  },
  FAULT_MAX_MS,
);
