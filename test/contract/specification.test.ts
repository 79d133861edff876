import { randomUUID } from 'node:crypto';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { certificateFolder } from '@entrada/platform/testing/identity';
import { payAtBank } from '../../packages/launcher/src/pay-at-bank.ts';
import { newHolder } from '../e2e/system-under-test.ts';
import { runSystem } from '../harness/run-system.ts';

const DAY_SECONDS = 86_400;
const EXPIRY_MAX_MS = 60_000;

/** The tables of the specification: what each field of a charge looks like. */
const CREATED = {
  id: expect.stringMatching(/^[0-9a-f]+$/),
  emv: expect.stringMatching(/^000201/),
  qrCodeLink: expect.stringMatching(/^http/),
  paymentLinkId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  paymentLinkUrl: expect.stringMatching(/^http/),
  value: 5_000,
  originalValue: 5_000,
  fee: expect.any(Number),
  status: 'PENDING',
};
const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The words of the specification, byte for byte. */
const NOT_POSITIVE = { success: false, error: 'value must be a positive integer (cents)' };
const NOT_FOUND = { success: false, error: 'Charge not found' };

type Charge = Record<keyof typeof CREATED, string> & { readonly createdAt?: string };
type Envelope = { readonly success: boolean; readonly charge: Charge; readonly error?: string };

/** It reads nothing but bodies: the specification shows no status code and no header of a reply. */
function clientOf(baseUrl: string, credentials: { headers?: object; query?: string }) {
  const { headers = {}, query = '' } = credentials;
  const call = async (path: string, init: RequestInit = {}): Promise<Envelope> => {
    const own = { 'Content-Type': 'application/json', ...headers };
    const reply = await fetch(`${baseUrl}${path}${query}`, { ...init, headers: own });
    return (await reply.json()) as Envelope;
  };
  return {
    create: (body: unknown) => call('/api/deposit', { method: 'POST', body: JSON.stringify(body) }),
    query: (paymentLinkId: string) => call(`/api/deposit/${paymentLinkId}`),
  };
}

describeNeeding(['postgres'], 'a client written from the specification alone', () => {
  let client: ReturnType<typeof clientOf>;

  const system = forTests(() => runSystem({}, { PROVIDER_CLOCK: 'sandbox' }));
  const newPayee = () =>
    newHolder({
      baseUrl: system.baseUrl,
      authAddress: system.auth.service.address,
      webhooksAddress: system.webhooks.service.address,
      certificates: certificateFolder(),
    });
  const holder = forTests(newPayee);
  beforeAll(async () => {
    client = clientOf(system.baseUrl, { headers: { Authorization: `Bearer ${holder.apiKey}` } });
  });

  test('creates a deposit and gets every field of the table', async () => {
    const { success, charge } = await client.create({ value: 5_000 });

    expect({ success, charge }).toMatchObject({ success: true, charge: CREATED });
    expect(charge).not.toHaveProperty('createdAt');
    expect(Number.isInteger(charge.fee)).toBe(true);
    expect(charge.paymentLinkUrl).toBe(`${system.baseUrl}/payment-link/${charge.paymentLinkId}`);
    const image = await fetch(charge.qrCodeLink);
    expect(image.headers.get('content-type')).toMatch(/^image\//);
    expect((await fetch(charge.paymentLinkUrl)).ok).toBe(true);
  });

  test('queries it, and gets the same with its time of creation', async () => {
    const { charge: created } = await client.create({ value: 5_000 });
    const { success, charge } = await client.query(created.paymentLinkId);

    const fields = Object.keys(CREATED) as (keyof typeof CREATED)[];
    const same = Object.fromEntries(fields.map((field) => [field, created[field]]));
    expect({ success, charge }).toMatchObject({ success: true, charge: same });
    expect(charge.createdAt).toMatch(ISO_8601);
  });

  test('learns of a payment by asking, for the bank is asked first', async () => {
    const { charge } = await client.create({ value: 5_000 });
    await payAtBank(system.bank.controlUrl, charge.emv, { notify: false });

    expect((await client.query(charge.paymentLinkId)).charge.status).toBe('COMPLETED');
  });

  test('receives DEPOSIT_ASSET_SUCCESS for a confirmed payment, once the amount less the fee is credited', async () => {
    await using payee = await newPayee();
    const own = clientOf(system.baseUrl, { headers: { Authorization: `Bearer ${payee.apiKey}` } });
    const { charge } = await own.create({ value: 5_000 });
    await payAtBank(system.bank.controlUrl, charge.emv);

    const { body } = await eventually(
      () =>
        payee.receiver.received.find((sent) => sent.body.includes(charge.paymentLinkId)) ?? false,
    );
    expect(body).toContain('DEPOSIT_ASSET_SUCCESS');
    expect((await payee.api.balance()).available).toBe(5_000 - Number(charge.fee));
  });

  test.each([
    [{}],
    [{ value: null }],
    [{ value: '5000' }],
    [{ value: 0 }],
    [{ value: -5_000 }],
    [{ value: 50.5 }],
    [{ value: true }],
    [{ value: [5_000] }],
    [{ value: 1e300 }],
  ])('reads the specified words when it sends %j', async (body) => {
    expect(await client.create(body)).toMatchObject(NOT_POSITIVE);
  });

  test.each([
    ['an id that nobody has', randomUUID()],
    ['no id at all', 'nothing'],
    ['a strange one', '%00'],
  ])('reads the specified words when it asks for %s', async (_kind, id) => {
    expect(await client.query(id)).toMatchObject(NOT_FOUND);
  });

  test('may send its key in three ways, and without one gets an envelope with a message', async () => {
    const { charge } = await client.create({ value: 5_000 });
    const { apiKey } = holder;
    const ways = [
      { headers: { Authorization: `Bearer ${apiKey}` } },
      { headers: { 'X-API-Key': apiKey } },
      { query: `?api_key=${apiKey}` },
    ].map((credentials) => clientOf(system.baseUrl, credentials));
    for (const way of ways) {
      expect((await way.query(charge.paymentLinkId)).success).toBe(true);
      expect((await way.create({ value: 100 })).success).toBe(true);
    }

    const refused = { success: false, error: expect.stringMatching(/./) };
    for (const credentials of [{}, { headers: { Authorization: 'Bearer unknown' } }]) {
      const unknown = clientOf(system.baseUrl, credentials);
      expect(await unknown.query(charge.paymentLinkId)).toMatchObject(refused);
      expect(await unknown.create({ value: 100 })).toMatchObject(refused);
    }
  });

  test('finds a charge that nobody paid EXPIRED', async () => {
    const { charge } = await client.create({ value: 5_000 });
    await fetch(`${system.bank.controlUrl}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceSeconds: DAY_SECONDS + 120 }),
    });

    await eventually(
      async () => (await client.query(charge.paymentLinkId)).charge.status === 'EXPIRED',
      { timeoutMs: EXPIRY_MAX_MS },
    );
  });
});
