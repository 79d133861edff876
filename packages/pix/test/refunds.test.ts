import { answering, bankThat, byMethod, COB, closeOpened, reset, TXID } from './bank-that.ts';
import { sendJson } from './fake-bank.ts';

afterEach(closeOpened);

const E2EID = 'E1234567820261115030012345678901';
const ORDER = { endToEndId: E2EID, refundId: 'r1', valueCents: 1_000 } as const;
const DEVOLUCAO = {
  id: 'r1',
  rtrId: 'D1234567820261115030012345678901',
  valor: '10.00',
  horario: { solicitacao: '2026-11-15T03:00:00Z' },
  status: 'EM_PROCESSAMENTO',
};
const REFUND = { refundId: 'r1', valueCents: 1_000, status: 'EM_PROCESSAMENTO' };

test('a refund is requested with our id and read later', async () => {
  const { bank, client } = await bankThat(
    byMethod({
      PUT: answering(201, DEVOLUCAO),
      GET: answering(200, {
        ...DEVOLUCAO,
        status: 'NAO_REALIZADO',
        motivo: 'conta encerrada',
        horario: { ...DEVOLUCAO.horario, liquidacao: null },
      }),
    }),
  );

  expect(await client.refund(ORDER)).toEqual(REFUND);
  expect(await client.getRefund(E2EID, 'r1')).toEqual({
    ...REFUND,
    status: 'NAO_REALIZADO',
    reason: 'conta encerrada',
  });
  expect(bank.requests).toEqual([
    { line: `PUT /pix/${E2EID}/devolucao/r1`, bodyText: '{"valor":"10.00"}' },
    { line: `GET /pix/${E2EID}/devolucao/r1`, bodyText: '' },
  ]);
});

test('a repeated refund that the bank rejects returns the existing one', async () => {
  const { client } = await bankThat(
    byMethod({ PUT: answering(400, {}), GET: answering(200, DEVOLUCAO) }),
  );

  expect(await client.refund(ORDER)).toEqual(REFUND);
});

test('a refund that the bank rejects and does not have is rejected', async () => {
  const { client } = await bankThat(({ method }, response) =>
    sendJson(response, method === 'PUT' ? 400 : 404, { title: 'Saldo insuficiente' }),
  );

  await expect(client.refund(ORDER)).rejects.toMatchObject({
    kind: 'rejected',
    cause: { status: 400 },
  });
});

test('a rejected read of a refund is not a rejected refund', async () => {
  const { client } = await bankThat(answering(403, { title: 'Acesso negado' }));

  await expect(client.getRefund(E2EID, 'r1')).rejects.toMatchObject({
    kind: 'bad-response',
    cause: { status: 403 },
  });
  // Refused, and nobody can tell whether that is because it was made before.
  await expect(client.refund(ORDER)).rejects.toMatchObject({ kind: 'bad-response' });
});

test('a refund whose answer was lost is not rejected when the bank rejects reading it', async () => {
  const { bank, client } = await bankThat(
    byMethod({ PUT: reset, GET: answering(403, { title: 'Acesso negado' }) }),
  );

  await expect(client.refund(ORDER)).rejects.toMatchObject({ kind: 'bad-response' });
  expect(bank.requests).toHaveLength(2);
});

test('a refund whose answer was lost is found and not requested again', async () => {
  const { bank, client } = await bankThat(byMethod({ PUT: reset, GET: answering(200, DEVOLUCAO) }));

  expect(await client.refund(ORDER)).toEqual(REFUND);
  expect(bank.requests).toHaveLength(2);
});

test('a refund with the same id and another amount is rejected', async () => {
  const { client } = await bankThat(answering(200, { ...DEVOLUCAO, valor: '9.00' }));

  await expect(client.refund(ORDER)).rejects.toMatchObject({ kind: 'rejected' });
});

test.each([
  ['another refund', { ...DEVOLUCAO, id: 'r2' }],
  ['an unknown status', { ...DEVOLUCAO, status: 'TALVEZ' }],
])('a response with %s is a bad response', async (_, body) => {
  const { client } = await bankThat(answering(200, body));

  await expect(client.refund(ORDER)).rejects.toMatchObject({ kind: 'bad-response' });
});

test('payments carry their refunds, also where a bank sends one object for a list', async () => {
  const pix = { endToEndId: E2EID, valor: '10.00', horario: '2026-11-15T03:00:00Z' };
  const { client } = await bankThat(({ url }, response) =>
    url?.startsWith('/cob')
      ? sendJson(response, 200, { ...COB, pix: [{ ...pix, devolucoes: [DEVOLUCAO] }] })
      : sendJson(response, 200, { ...pix, txid: TXID, devolucoes: DEVOLUCAO }),
  );

  expect((await client.getCob(TXID)).payments).toMatchObject([{ txid: TXID, refunds: [REFUND] }]);
  expect(await client.getPix(E2EID)).toMatchObject({ txid: TXID, refunds: [REFUND] });
});
