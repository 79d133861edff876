import { randomUUID } from 'node:crypto';
import { openTestPool } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { openLine } from '@entrada/platform/testing/line';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import type { Ports } from '../src/ports.ts';
import { openMoves } from '../src/store/charge-moves.ts';
import { newChargeIds, newProcessLock } from '../src/store/ids.ts';
import { requestStore } from '../src/store/request-store.ts';
import { chargesUnderTest, present } from './charges-under-test.ts';

const { log } = testRuntime('charges');
/** A number that no process has. */
const DEAD = -1;

const charges = forTests(() => chargesUnderTest());
const pool = forTests(() => openTestPool(charges.appUrl));

function newRequest() {
  return { accountId: randomUUID(), key: randomUUID(), fingerprint: 'of the body' };
}

type Request = ReturnType<typeof newRequest>;

async function reserved(requests: Ports['requests'], request: Request) {
  const reservation = await requests.reserve(request, newChargeIds(new Date()));
  if (reservation.state !== 'OURS') throw new Error(`it is ${reservation.state}`);
  return { ...request, ...reservation };
}

async function stateFor(requests: Ports['requests'], request: Request): Promise<string> {
  return (await requests.reserve(request, newChargeIds(new Date()))).state;
}

test.each([{ externalId: 'order 1' }, {}])(
  'a request let in beside its own twin gets the charge that the twin makes %j',
  async (wishes) => {
    const idempotency = { key: randomUUID(), fingerprint: 'of the body' };
    const asked = { accountId: randomUUID(), valueCents: 5000, ...wishes, idempotency };
    const { charge } = await charges.rpc.createCharge(asked);
    // As the second one finds it, when the twin seems dead and commits just behind its back.
    await charges.db.query('update create_request set done = false, owner = $2 where key = $1', [
      idempotency.key,
      DEAD,
    ]);

    const second = await charges.rpc.createCharge(asked);

    expect(second).toEqual({ charge: present(charge), replayed: true });
  },
);

test('a request that another process has forgotten makes no charge any more, whatever it counts', async () => {
  const accountId = randomUUID();
  for (const isCounted of [false, true]) {
    const idempotency = { key: randomUUID(), fingerprint: 'of the body' };
    const asked = { accountId, valueCents: 5000, idempotency };
    const limit = { dailyDepositCentsMax: 1_000_000, reason: 'for the test' };
    if (isCounted) await charges.rpc.setTerms({ accountId, ...limit });
    const before = await charges.countCharges();
    charges.bank.line.mute();
    const late = charges.rpc.createCharge(asked);
    await eventually(async () => {
      const text = 'delete from create_request where key = $1';
      expect((await charges.db.query(text, [idempotency.key])).rowCount).toBe(1);
    });
    charges.bank.line.restore();

    await expect(late).rejects.toMatchObject({ reason: 'idempotency_in_progress' });
    expect(await charges.countCharges()).toBe(before);
  }
  const counted = 'select from velocity_day where account_id = $1';
  expect((await charges.db.query(counted, [accountId])).rowCount).toBe(0);
});

test('the process names itself as the owner of a request only while it holds its lock', async () => {
  const url = new URL(charges.appUrl);
  await using line = await openLine(Number(url.port));
  url.host = `127.0.0.1:${line.port}`;
  line.cut();
  const processLock = newProcessLock();
  await using moves = openMoves({ databaseUrl: url.href, processLock, log });
  const requests = requestStore(pool, moves.owner);
  const ownerOfNew = async () => {
    const request = newRequest();
    await reserved(requests, request);
    const find = 'select owner from create_request where key = $1';
    return (await charges.db.query(find, [request.key])).rows[0].owner;
  };

  expect(await ownerOfNew()).toBeNull();
  line.restore();
  await eventually(async () => expect(await ownerOfNew()).toBe(processLock));
  line.cut();
  await eventually(async () => expect(await ownerOfNew()).toBeNull());
  line.restore();
  await eventually(async () => expect(await ownerOfNew()).toBe(processLock));
});

test('a request without an owner cannot be taken until its lease expires', async () => {
  const requests = requestStore(pool, () => null);
  const request = newRequest();
  await reserved(requests, request);

  expect(await stateFor(requests, request)).toBe('RUNNING');
  await endLease(request);
  expect(await stateFor(requests, request)).toBe('OURS');
});

test.each([
  ['of another process', DEAD, null],
  ['of the same process', null, null],
])('who was succeeded ends nothing of his successor, %s', async (_whose, owner, other) => {
  const first = await reserved(
    requestStore(pool, () => owner),
    newRequest(),
  );
  const later = requestStore(pool, () => other);
  await endLease(first);
  const second = await reserved(later, first);

  await later.release(first);
  expect(await stateFor(later, first)).toBe('RUNNING');
  await later.forget(first);
  expect(await stateFor(later, first)).toBe('RUNNING');

  await later.release(second);
  const third = await reserved(later, first);
  expect(third.ids).toEqual(first.ids);
  await later.forget(third);
  expect((await reserved(later, first)).ids).not.toEqual(first.ids);
});

async function endLease({ key }: Request): Promise<void> {
  const end = `update create_request set lease_until = now() - interval '1 second' where key = $1`;
  await charges.db.query(end, [key]);
}
