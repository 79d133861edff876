import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EntradaError } from '@entrada/client/entrada-error';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { type Client, clientOf } from './client.ts';
import { followPage } from './follow-page.ts';
import { passDoubt } from './pass-time.ts';
import { DRILL_MAX_MS, PATIENT } from './patience.ts';
import { startRestorableSystem } from './restorable-system.ts';
import { expectSettled } from './settled.ts';
import { decide, ownAccount, suspended, undecided } from './suspense.ts';

const SERVICES = ['webhooks', 'charges', 'ledger', 'auth'];

describeNeeding(['postgres'], 'all databases are restored to one earlier point', () => {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-all-log-'));
  const authLog: string[] = [];
  const begunAt = new Date();

  const system = forTests(() => {
    const onLine = (program: string, line: string) => {
      if (program === 'auth') authLog.push(line);
    };
    return startRestorableSystem({ env: { LOG_LEVEL: 'info' }, onLine });
  });
  const client = forTests(() => clientOf(system));
  afterAll(() => rmSync(folder, { recursive: true }));

  test(
    'with the event log: the bank brings back every payment and return, once',
    async () => {
      const { after } = await drill(async () => {});

      // Nobody knows the charge any more: its payment is in suspense, less what was refunded.
      const late = await itemOf(after.endToEndId);
      expect(late).toMatchObject({ kind: 'UNKNOWN_TXID' });
      await decide(system, 'credit', late.exceptionId);
      await expectSettled(system, client, begunAt);
    },
    DRILL_MAX_MS,
  );

  test(
    'without the event log: it brings back what the ledger had booked, once',
    async () => {
      const { after } = await drill(async () => {
        // The log that is put back with the others is the one of today.
        for (const service of SERVICES) await system.stop(service);
        await system.snapshot('events');
      });

      expect(await client.find(after.charge)).toMatchObject({
        status: 'COMPLETED',
        refunds: [{ value: 3_000, status: 'SETTLED' }],
      });
      const ids = client.eventsAbout('DEPOSIT_ASSET_SUCCESS', after.charge.id).map(({ id }) => id);
      expect(new Set(ids).size).toBe(1);
    },
    DRILL_MAX_MS,
  );

  async function drill(beforeRestore: () => Promise<void>) {
    const before = await client.deposit(10_000);
    await settledRefund(before.charge, 1_000);
    const [credited = '', returned = '', decidedBefore = ''] = await suspended(
      system,
      client,
      [900, 800, 700],
    );
    await decide(system, 'credit', decidedBefore);
    const paidLater = await client.create(3_000);
    await expectSettled(system, client, begunAt);

    const restoredTo = await system.snapshot(...SERVICES, 'events');

    await client.pay(paidLater);
    const key = randomUUID();
    await settledRefund(before.charge, 2_000, key);
    const after = await client.deposit(20_000);
    await settledRefund(after.charge, 3_000);
    await client.returnByBank(before.endToEndId, 500);
    await decide(system, 'credit', credited);
    await decide(system, 'refund', returned);
    const [suspendedLater = ''] = await suspended(system, client, [600]);
    await expectSettled(system, client, begunAt);
    await eventually(async () => expect(await client.status(paidLater)).toBe('COMPLETED'), PATIENT);
    const AUTH_LOG = join(folder, 'auth.log');
    writeFileSync(AUTH_LOG, authLog.join('\n'));
    const truth = await eventually(async () => {
      const payments = await client.truth();
      const returns = payments.flatMap(({ refunds }) => refunds);
      expect(returns.filter(({ status }) => status !== 'DEVOLVIDO')).toEqual([]);
      return payments;
    }, PATIENT);
    await beforeRestore();

    const ACCOUNT = await ownAccount(system);
    const variables = { AUTH_LOG, ACCOUNT, CREDITED: credited, RETURNED: returned };
    await followPage(system, 'all databases', { restoredTo, variables });

    expect(await client.status(paidLater)).toBe('COMPLETED');
    const waiting = (await undecided(system)).map(({ exceptionId }) => exceptionId);
    expect(waiting).toContain(suspendedLater);
    expect(waiting).not.toContain(credited);
    // A client may repeat its request: whatever the answer, the payer gets no second refund.
    await client.refund(before.charge, 2_000, key).catch(requireRefused);
    const twice = ['suspense', 'credit', returned, '--account', ACCOUNT, '--reason', 'drill'];
    expect(await system.operator(...twice)).toMatchObject({ code: 1 });
    await expectSettled(system, client, begunAt);
    expect(await client.truth()).toEqual(truth);
    return { after };
  }

  async function settledRefund(
    charge: Parameters<Client['refund']>[0],
    cents: number,
    key?: string,
  ) {
    const refund = await client.refund(charge, cents, key);
    await eventually(async () => {
      expect(await client.refundsOf(charge)).toContainEqual(
        expect.objectContaining({ id: refund.id, status: 'SETTLED' }),
      );
    }, PATIENT);
  }

  function requireRefused(error: unknown): void {
    if (!(error instanceof EntradaError && error.status > 0)) throw error;
  }

  async function itemOf(endToEndId: string) {
    return eventually(async () => {
      await passDoubt(system);
      const item = (await undecided(system)).find((one) => one.endToEndId === endToEndId);
      if (!item) throw new Error(`${endToEndId} is not in suspense`);
      return item;
    }, PATIENT);
  }
});
