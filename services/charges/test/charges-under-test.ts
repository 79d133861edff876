import { randomUUID } from 'node:crypto';
import type { Charge } from '@entrada/contracts/gen/charges/v1/Charge';
import type { CreateChargeRequestInput as CreateChargeRequest } from '@entrada/contracts/gen/charges/v1/CreateChargeRequest';
import type { HoldRefundRequest } from '@entrada/contracts/gen/ledger/v1/HoldRefundRequest';
import { ChargeEvent, LedgerService } from '@entrada/contracts/services';
import { AppError } from '@entrada/platform/errors/app-error';
import { serveGrpc } from '@entrada/platform/grpc/server';
import { eventually } from '@entrada/platform/testing/eventually';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { freshEventLog } from '../../../test/harness/fresh-event-log.ts';
import { runBank } from '../../../test/harness/run-bank.ts';
import { runCharges } from '../../../test/harness/run-charges.ts';

/** Time moves with the bank's clock, and nothing is swept after the first second unless a test asks for it. */
const ENV = { PROVIDER_CLOCK: 'sandbox', SWEEP_EVERY_MS: '86400000' };

type Env = Readonly<Record<string, string>>;
export type Link = { readonly accountId: string; readonly paymentLinkId: string };
type Wishes = Partial<Omit<CreateChargeRequest, 'accountId' | 'valueCents'>>;

/** The service, the sandbox bank it calls and the event log it publishes on, for one test file. */
export async function chargesUnderTest(overrides: Env = {}) {
  await using starting = new AsyncDisposableStack();
  const ledger = starting.use(await fakeLedger());
  const env = { ...ENV, LEDGER_ADDRESS: ledger.address, ...overrides };
  const bank = starting.use(await runBank());
  const events = starting.use(await freshEventLog());
  const { rpc, db, appUrl, service, startAnother } = starting.use(
    await runCharges({ bank, events, env }),
  );
  const resources = starting.move();

  return {
    bank,
    ledger,
    events,
    rpc,
    db,
    appUrl,
    service,
    startAnother,
    async create(valueCents = 5000, accountId: string = randomUUID(), wishes: Wishes = {}) {
      const { charge } = await rpc.createCharge({ accountId, valueCents, ...wishes });
      return { accountId, ...present(charge) };
    },
    async statusOf(link: Link) {
      const { charge, statusSource } = await rpc.getCharge(link);
      return { status: present(charge).status, statusSource };
    },
    /** The bank tells us that money moved. */
    async callBack({ id }: { id: string }) {
      const { rows } = await db.query('select txid from charge where id = $1', [id]);
      await rpc.notifyPayments({ payments: [{ txid: rows[0].txid, isReturned: true }] });
    },
    async cancel(link: Link) {
      return present((await rpc.cancelCharge(link)).charge);
    },
    async advanceClock(advanceSeconds: number) {
      await bank.control('clock', { advanceSeconds });
    },
    async fault(operation: string, fault: string, more: object = {}) {
      await bank.control('faults', { operation, fault, ...more });
    },
    /** The bank answers as it should. */
    async repair() {
      bank.line.restore();
      await bank.clearFaults();
    },
    /** Of no charge, unless it is given the txid of one; nobody is called. */
    async payUnknown(value: number, order: object = {}) {
      const txid = randomUUID().replaceAll('-', '');
      const request = { txid, value, notify: false, ...order };
      const { payments } = JSON.parse(await bank.control('pay-unknown', request));
      return { txid, endToEndId: String(payments[0].endToEndId) };
    },
    /** Calls of an operation that ended so. */
    async bankCalls(operation: string, outcome = 'ok'): Promise<number> {
      const name = 'provider_request_duration_seconds';
      const text = await service.runtime.metrics.getSingleMetricAsString(name);
      const count = `_count\\{operation="${operation}",outcome="${outcome}"\\} (\\d+)`;
      return Number(new RegExp(count).exec(text)?.[1] ?? 0);
    },
    /** Faults that no call of the bank has met yet. */
    async faultsLeft(): Promise<number> {
      const reply = await fetch(`${bank.controlUrl}/sandbox/faults`);
      return ((await reply.json()) as { faults: object[] }).faults.length;
    },
    /** As if the windows of the bank's list had been waiting, and nothing had been swept for so long. */
    async makeWindowsDue({ unsweptSeconds = 0 } = {}): Promise<void> {
      await eventually(async () => {
        const { rows } = await db.query('select read_to from bank_window where ends_at is null');
        expect(rows[0].read_to).not.toBeNull();
      });
      const text = `
        update bank_window
           set due_at = now(),
               starts_at = case when ends_at is null then starts_at - $1 * interval '1 second' else starts_at end`;
      await db.query(text, [unsweptSeconds]);
      await db.query(`update job set due_at = now() where name = 'sweep'`);
    },
    /** When the newest window of the bank's list was listed last. */
    async sweptTo(): Promise<Date> {
      const { rows } = await db.query('select read_to from bank_window where ends_at is null');
      return rows[0].read_to;
    },
    /** The newest window was listed once more: nothing holds the sweep back. */
    async sweepMoves(): Promise<void> {
      const before = await this.sweptTo();
      await eventually(async () => expect((await this.sweptTo()) > before).toBe(true));
    },
    async unclear() {
      return (await rpc.listUnclearPayments({ limit: 1000 })).payments;
    },
    /** Every window that was due has been looked at. */
    async everyWindowIsSwept(): Promise<void> {
      await eventually(async () => {
        const due =
          'select from bank_window where due_at <= now() or (ends_at is null and read_to is null)';
        expect((await db.query(due)).rowCount).toBe(0);
      });
    },
    async metric(name: string): Promise<string> {
      return service.runtime.metrics.getSingleMetricAsString(name);
    },
    becomes(id: string, status: string): Promise<void> {
      return eventually(async () => expect(await this.stored(id)).toMatchObject({ status }));
    },
    async stored(id: string) {
      const { rows } = await db.query('select * from charge where id = $1', [id]);
      return rows[0];
    },
    async outboxOf(id: string) {
      const { rows } = await db.query('select * from outbox where key = $1', [id]);
      return rows;
    },
    /** Events published about a charge, oldest first, by name. */
    async eventsOf(key: string) {
      const { rows } = await db.query('select value from outbox where key = $1 order by id', [key]);
      return rows.map(({ value }) => {
        const { event, ...events } = ChargeEvent.deserialize(value);
        return event ? { [event]: events[event] } : {};
      });
    },
    async historyOf(id: string): Promise<string[]> {
      const { rows } = await db.query(
        `select from_status || ' -> ' || to_status as move
           from charge_move where charge_id = $1 order by at, from_status desc`,
        [id],
      );
      return rows.map(({ move }) => move);
    },
    /** Kind and amount of each exception that was published about a charge. */
    async exceptionsOf(key: string): Promise<[string, number][]> {
      const { rows } = await db.query('select value from outbox where key = $1 order by id', [key]);
      return rows.flatMap(({ value }) => {
        const { paymentException: odd } = ChargeEvent.deserialize(value);
        return odd ? [[odd.kind.replace('EXCEPTION_KIND_', ''), odd.amountCents]] : [];
      });
    },
    async countCharges(): Promise<number> {
      const { rows } = await db.query<{ count: number }>('select count(*) from charge');
      return rows[0]?.count ?? 0;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

export type UnderTest = Awaited<ReturnType<typeof chargesUnderTest>>;

export function present(charge: Charge | null): Charge {
  if (!charge) throw new Error('The reply holds no charge');
  return charge;
}

type Handlers = Parameters<typeof serveGrpc<typeof LedgerService.service>>[1];
type Mood = 'holds' | 'refuses' | 'unavailable';

/** A ledger that holds refunds as the contract says, once each, and can be made to refuse or to fail. */
async function fakeLedger() {
  const held = new Map<string, HoldRefundRequest>();
  const stops: ((request: HoldRefundRequest) => Promise<Mood>)[] = [];
  let mood: Mood = 'holds';
  const handlers: Pick<Handlers, 'holdRefund' | 'isReturnDecided'> = {
    isReturnDecided: async () => ({ isDecided: mood !== 'refuses' }),
    async holdRefund(request) {
      const stop = stops.shift();
      const reply = stop ? await stop(request) : mood;
      if (reply === 'unavailable') throw new AppError('UNAVAILABLE', 'as ordered');
      if (reply === 'refuses' && (stop || !held.has(request.refundId))) {
        throw new AppError('CONFLICT', 'too little');
      }
      const isKnown = held.has(request.refundId);
      held.set(request.refundId, request);
      return { isKnown };
    },
  };
  const server = await serveGrpc(LedgerService.service, handlers as Handlers, {
    host: '127.0.0.1',
    port: 0,
    runtime: testRuntime('ledger'),
  });
  return {
    address: `127.0.0.1:${server.port}`,
    held,
    become(next: Mood) {
      mood = next;
    },
    /** Stops the next call; the test decides when it is answered, and how. */
    stopNext() {
      const arrived = Promise.withResolvers<HoldRefundRequest>();
      const answered = Promise.withResolvers<Mood>();
      stops.push((request) => {
        arrived.resolve(request);
        return answered.promise;
      });
      return { arrived: arrived.promise, answer: answered.resolve };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
