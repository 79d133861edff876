import { randomUUID } from 'node:crypto';
import type { operations } from './api.ts';
import { type Api, ok, until } from './open-client.ts';

export type ClientAccess = { readonly api: Api; readonly bankUrl: string };
type NewDeposit = operations['createDeposit']['requestBody']['content']['application/json'];

/** A deposit from its creation to its refund; gives back its paymentLinkId. */
export async function payments({ api, bankUrl }: ClientAccess): Promise<string> {
  const { charge } = await createTwice(api, { value: 5_000, externalId: randomUUID() });
  const path = { paymentLinkId: charge.paymentLinkId };
  const waiting = api.GET('/api/deposit/{paymentLinkId}', {
    params: { path, query: { wait: 20 } },
  });
  await pay(bankUrl, charge.emv);
  const { charge: completed } = ok(await waiting);
  if (completed.status !== 'COMPLETED') throw new Error(`the deposit is ${completed.status}`);

  await until(async () => {
    const { balance } = ok(await api.GET('/api/balance'));
    return balance.available === charge.value - charge.fee ? balance : null;
  });
  await readStatement(api, charge.value - charge.fee);
  await until(async () => {
    const { data } = await api.GET('/api/deposit/{paymentLinkId}/receipt', { params: { path } });
    return data?.receipt;
  });

  const idempotency = { 'Idempotency-Key': randomUUID() };
  const refund = await api.POST('/api/deposit/{paymentLinkId}/refund', {
    params: { path, header: idempotency },
    body: { value: 1_000, reason: 'Half of it was sold out' },
  });
  if (ok(refund).refund.value !== 1_000) throw new Error('another amount was refunded');
  await until(async () => {
    const answer = await api.GET('/api/deposit/{paymentLinkId}', { params: { path } });
    return ok(answer).charge.refundedValue === 1_000 ? true : null;
  });
  const listed = await api.GET('/api/deposit/{paymentLinkId}/refunds', { params: { path } });
  const [first] = ok(listed).refunds;
  if (first?.id !== ok(refund).refund.id) throw new Error('the refund is not listed');
  const all = await api.GET('/api/refunds', { params: { query: { limit: 1 } } });
  if (ok(all).refunds[0]?.id !== first.id) throw new Error('the account does not list the refund');
  const one = await api.GET('/api/refunds/{refundId}', {
    params: { path: { refundId: first.id } },
  });
  if (ok(one).refund.paymentLinkId !== path.paymentLinkId) throw new Error('another deposit');
  await until(async () => {
    const { data } = await api.GET('/api/deposit/{paymentLinkId}/receipt', { params: { path } });
    const [returned] = data?.receipt.returns ?? [];
    return returned?.value === 1_000 && returned.origin === 'CLIENT' ? true : null;
  });
  const { payments: suspended } = ok(await api.GET('/api/suspense'));
  if (suspended.length > 0) throw new Error('a payment that completed its deposit is in suspense');
  const reply = await api.GET('/api/deposit/{paymentLinkId}/timeline', { params: { path } });
  const kinds = ok(reply).timeline.map(({ kind }) => kind);
  if (!kinds.includes('created'))
    throw new Error(`the timeline does not begin with created: ${kinds}`);
  await cancelOne(api);
  await payInSandbox(api);
  return charge.paymentLinkId;
}

async function readStatement(api: Api, credited: number): Promise<void> {
  const page = ok(await api.GET('/api/statement', { params: { query: { limit: 10 } } }));
  if (typeof page === 'string') throw new Error('CSV that nobody asked for');
  if (page.entries[0]?.amount !== credited) throw new Error('no such entry');
  const asCsv = { headers: { accept: 'text/csv' }, parseAs: 'text' } as const;
  const csv = String(ok(await api.GET('/api/statement', asCsv)));
  if (!csv.includes(String(credited))) throw new Error(`no such entry: ${csv}`);
}

async function createTwice(api: Api, body: NewDeposit) {
  // @ts-expect-error Cents are a number, and the document says so.
  const { error } = await api.POST('/api/deposit', { body: { value: '5000' } });
  if (error?.error !== 'value must be a positive integer (cents)') throw new Error('not refused');
  const header = { 'Idempotency-Key': randomUUID() };
  const create = () => api.POST('/api/deposit', { params: { header }, body });
  const [first, second] = [await create(), await create()];
  if (second.response.headers.get('Idempotent-Replayed') !== 'true') throw new Error('made twice');
  if (ok(first).charge.id !== ok(second).charge.id) throw new Error('another charge');
  return ok(first);
}

async function cancelOne(api: Api): Promise<void> {
  const { paymentLinkId } = ok(await api.POST('/api/deposit', { body: { value: 700 } })).charge;
  ok(await api.DELETE('/api/deposit/{paymentLinkId}', { params: { path: { paymentLinkId } } }));
  const query = { status: 'CANCELED', limit: 1 } as const;
  const page = ok(await api.GET('/api/deposit', { params: { query } }));
  if (typeof page === 'string') throw new Error('CSV that nobody asked for');
  if (page.charges[0]?.paymentLinkId !== paymentLinkId) throw new Error('not listed as canceled');
  const again = await api.DELETE('/api/deposit/{paymentLinkId}', {
    params: { path: { paymentLinkId: randomUUID() } },
  });
  if (again.error?.code !== 'charge_not_found') throw new Error('an unknown deposit was canceled');
}

/** As the dashboard does it, with the sums that it shows and the stream that tells it to look again. */
async function payInSandbox(api: Api): Promise<void> {
  const { deployment } = ok(await api.GET('/api/deployment'));
  if (!deployment.sandboxScenarios.includes('pay')) throw new Error('no payer in the sandbox');
  const live = await api.GET('/api/live', { parseAs: 'stream' });
  await live.response.body?.cancel();
  for (const isPayer of [false, true]) {
    const { paymentLinkId } = ok(await api.POST('/api/deposit', { body: { value: 900 } })).charge;
    const params = { path: { paymentLinkId } };
    ok(
      isPayer
        ? await api.POST('/payment-link/{paymentLinkId}/sandbox-pay', {
            params,
            body: { scenario: 'pay' },
          })
        : await api.POST('/api/sandbox/pay', { body: { paymentLinkId, scenario: 'pay' } }),
    );
  }
  await until(async () => {
    const { overview } = ok(await api.GET('/api/overview'));
    return overview.totals.paid?.count === 3 ? true : null;
  });
}

/** The payer, who is nobody's client. */
async function pay(bankUrl: string, emv: string): Promise<void> {
  const reply = await fetch(`${bankUrl}/sandbox/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emv }),
  });
  if (!reply.ok) throw new Error(`the bank answered ${reply.status}`);
}
