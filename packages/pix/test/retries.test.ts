import { eventually } from '@entrada/platform/testing/eventually';
import {
  answering,
  bankThat,
  byMethod,
  COB,
  closeOpened,
  NEW_COB,
  reset,
  TXID,
} from './bank-that.ts';
import { type Handler, sendJson } from './fake-bank.ts';

afterEach(closeOpened);

const linesOf = (bank: { requests: readonly { line: string }[] }) =>
  bank.requests.map(({ line }) => line.split(' ')[0]);

test.each([429, 500, 502, 503, 504])('a read that gets %d is tried three times', async (status) => {
  const { bank, client } = await bankThat(answering(status, {}));

  await expect(client.getCob(TXID)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(bank.requests).toHaveLength(3);
});

test('a read that fails once succeeds, and is reported as one call', async () => {
  const seen: string[] = [];
  let count = 0;
  const { client } = await bankThat(
    (request, response) =>
      ++count === 1 ? reset(request, response) : sendJson(response, 200, COB),
    { observe: (operation, outcome) => void seen.push(`${operation} ${outcome}`) },
  );

  await expect(client.getCob(TXID)).resolves.toMatchObject({ txid: TXID });
  expect(seen).toEqual(['token ok', 'get-cob ok']);
});

test('a Retry-After beyond the deadline ends the retries', async () => {
  const { bank, client } = await bankThat((_, response) =>
    response.writeHead(429, { 'retry-after': '60' }).end('{}'),
  );

  await expect(client.getCob(TXID)).rejects.toMatchObject({
    kind: 'unavailable',
    cause: { status: 429, retryAfterMs: 60_000 },
  });
  expect(bank.requests).toHaveLength(1);
});

test('a Retry-After of a second is respected', async () => {
  const at: number[] = [];
  const { client } = await bankThat(
    (_, response) => {
      at.push(performance.now());
      if (at.length === 1) response.writeHead(503, { 'retry-after': '1' }).end();
      else sendJson(response, 200, COB);
    },
    { timeoutMs: 20_000 },
  );

  await client.getCob(TXID);

  expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(990);
});

describe('creating a charge', () => {
  test('after a lost response the charge is read and returned', async () => {
    const { bank, client } = await bankThat(byMethod({ PUT: reset, GET: answering(200, COB) }));

    await expect(client.putCob(NEW_COB)).resolves.toMatchObject({ txid: TXID });
    expect(linesOf(bank)).toEqual(['PUT', 'GET']);
  });

  test.each([
    [404, {}],
    [400, { nome: 'cobranca_nao_encontrada' }],
  ])(
    'a charge that did not reach the bank (%d) is created again with the same txid',
    async (status, body) => {
      let puts = 0;
      const put: Handler = (...call) => (++puts === 1 ? reset : answering(201, COB))(...call);
      const { bank, client } = await bankThat(byMethod({ PUT: put, GET: answering(status, body) }));

      await expect(client.putCob(NEW_COB)).resolves.toMatchObject({ txid: TXID });
      expect(linesOf(bank)).toEqual(['PUT', 'GET', 'PUT']);
    },
  );

  test('a charge that was created without a response is read within the deadline', async () => {
    // Again where the machine stalled for as long as the deadline.
    await eventually(async () => {
      const { bank, client } = await bankThat(byMethod({ GET: answering(200, COB) }), {
        timeoutMs: 3_000,
      });
      await expect(client.putCob(NEW_COB)).resolves.toMatchObject({ txid: TXID });
      expect(linesOf(bank)).toEqual(['PUT', 'GET']);
    });
  });

  const duplicate = { nome: 'txid_duplicado', mensagem: 'O txid já foi utilizado' };

  test('a charge that an earlier call made, and that the bank rejects to make again, is read and returned', async () => {
    const { bank, client } = await bankThat(
      byMethod({ PUT: answering(409, duplicate), GET: answering(200, COB) }),
    );

    await expect(client.putCob(NEW_COB)).resolves.toMatchObject({ txid: TXID });
    expect(linesOf(bank)).toEqual(['PUT', 'GET']);
  });

  test('a charge that the bank rejects to make again and that nobody can pay is rejected', async () => {
    const removed = { ...COB, status: 'REMOVIDA_PELO_PSP' };
    const { client } = await bankThat(
      byMethod({ PUT: answering(409, duplicate), GET: answering(200, removed) }),
    );

    await expect(client.putCob(NEW_COB)).rejects.toMatchObject({
      kind: 'rejected',
      cause: { status: 409 },
    });
  });

  test.each([
    ['ATIVA', 'other-amount'],
    ['CONCLUIDA', 'bad-response'],
  ])('a found charge (%s) with another amount is not accepted: %s', async (status, kind) => {
    const other = { ...COB, status, valor: { original: '999.99' } };
    const { client } = await bankThat(byMethod({ PUT: reset, GET: answering(200, other) }));

    await expect(client.putCob(NEW_COB)).rejects.toMatchObject({ kind });
  });
});

describe('taking a charge back', () => {
  const removed = { ...COB, status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };

  test('only its status is sent', async () => {
    const { bank, client } = await bankThat(answering(200, removed));

    await expect(client.removeCob(TXID)).resolves.toMatchObject({ status: removed.status });
    expect(bank.requests).toEqual([
      { line: `PATCH /cob/${TXID}`, bodyText: JSON.stringify({ status: removed.status }) },
    ]);
  });

  test.each([
    [removed.status, removed],
    ['CONCLUIDA', { ...COB, status: 'CONCLUIDA' }],
  ])('a refusal because it is %s already gives the charge as it stands', async (status, cob) => {
    const { client } = await bankThat(
      byMethod({ PATCH: answering(400, {}), GET: answering(200, cob) }),
    );

    await expect(client.removeCob(TXID)).resolves.toMatchObject({ status });
  });

  test('a rejection for an open charge is reported', async () => {
    const { client } = await bankThat(
      byMethod({ PATCH: answering(400, {}), GET: answering(200, COB) }),
    );

    await expect(client.removeCob(TXID)).rejects.toMatchObject({ kind: 'rejected' });
  });
});
