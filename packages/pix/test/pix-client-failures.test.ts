import { answering, bankThat, COB, closeOpened, NEW_COB, reset, TXID } from './bank-that.ts';

afterEach(closeOpened);

const PAYMENT = {
  endToEndId: 'E1234567820261115030012345678901',
  txid: TXID,
  valor: '123.45',
  horario: '2026-11-15T03:00:00Z',
};

describe('failures', () => {
  test.each([
    [404, 'not-found'],
    [410, 'not-found'],
    [400, 'rejected'],
    [403, 'rejected'],
    [422, 'rejected'],
    [302, 'bad-response'],
  ])('a %d is %s, keeps what the bank said and is not tried again', async (status, kind) => {
    const problem = { type: 'about:x', title: 'Title', detail: 'Detail', violacoes: [] };
    const { bank, client } = await bankThat(answering(status, problem));

    await expect(client.getCob(TXID)).rejects.toMatchObject({
      name: 'PixError',
      kind,
      cause: { status, type: 'about:x', title: 'Title', detail: 'Detail' },
    });
    expect(bank.requests).toHaveLength(1);
  });

  test.each<[string, object, object]>([
    [
      'Efí',
      { nome: 'txid_invalido', mensagem: 'Por quê' },
      { title: 'txid_invalido', detail: 'Por quê' },
    ],
    [
      'Banco do Brasil',
      { erros: [{ codigo: '4769', mensagem: 'Chave' }] },
      { title: '4769', detail: 'Chave' },
    ],
    [
      'a gateway',
      { statusCode: 400, error: 'Bad Request', message: 'No' },
      { title: 'Bad Request', detail: 'No' },
    ],
    ['OAuth', { error: 'invalid', error_description: 'No' }, { title: 'invalid', detail: 'No' }],
  ])('the error form of %s is understood', async (_, body, cause) => {
    const { client } = await bankThat(answering(400, body));

    await expect(client.getCob(TXID)).rejects.toMatchObject({ kind: 'rejected', cause });
  });

  test('a problem type that says "not found" outweighs a status that does not', async () => {
    const type = 'https://pix.bcb.gov.br/api/v2/error/CobNaoEncontrado';
    const { client } = await bankThat(answering(400, { type, title: 'x' }));

    await expect(client.getCob(TXID)).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('an error page that is not JSON is kept, truncated', async () => {
    const { client } = await bankThat((_, response) =>
      response.writeHead(502).end(`<html>${'x'.repeat(10_000)}`),
    );

    const error = await client.getCob(TXID).catch((thrown) => thrown);

    expect(error).toMatchObject({ kind: 'unavailable', cause: { status: 502 } });
    expect(error.cause.raw).toHaveLength(500);
  });

  test.each<[string, unknown]>([
    ['another charge', { ...COB, txid: 'f'.repeat(32) }],
    ['another amount, paid', { ...COB, status: 'CONCLUIDA', valor: { original: '123.46' } }],
    ['an unknown status', { ...COB, status: 'TALVEZ' }],
    ['a broken date', { ...COB, calendario: { criacao: 'yesterday' } }],
    ['a date without a zone', { ...COB, calendario: { criacao: '2026-11-15T03:00:00' } }],
    ['a number as a date', { ...COB, calendario: { criacao: '5' } }],
    ['a day that does not exist', { ...COB, calendario: { criacao: '2026-02-30T03:00:00Z' } }],
    ['a date before Pix', { ...COB, calendario: { criacao: '0001-01-01T00:00:00Z' } }],
    ['a payment of another charge', { ...COB, pix: [{ ...PAYMENT, txid: 'f'.repeat(32) }] }],
    ['a broken amount', { ...COB, valor: { original: '1e3' } }],
    ['a location too long for a code', { ...COB, pixCopiaECola: null, location: 'x'.repeat(78) }],
    ['a list', []],
    ['null', null],
  ])('a response with %s is a bad response', async (_, value) => {
    const { client } = await bankThat(answering(200, value));

    await expect(client.putCob(NEW_COB)).rejects.toMatchObject({ kind: 'bad-response' });
  });

  test.each(['', '{', '<html></html>'])('the response "%s" is a bad response', async (body) => {
    const { client } = await bankThat((_, response) => response.writeHead(200).end(body));

    await expect(client.getCob(TXID)).rejects.toMatchObject({ kind: 'bad-response' });
  });

  test('a bank that never answers is a timeout at the deadline', async () => {
    const { client } = await bankThat(() => {}, { timeoutMs: 100 });

    await expect(client.putCob(NEW_COB)).rejects.toMatchObject({ kind: 'timeout' });
  });

  test('a response that arrives byte by byte is a timeout at the same deadline', async () => {
    const { client } = await bankThat(
      (_, response) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(drip));
      },
      { timeoutMs: 200 },
    );

    await expect(client.putCob(NEW_COB)).rejects.toMatchObject({ kind: 'timeout' });
  });

  test('a caller that stops waiting ends the call', async () => {
    const caller = new AbortController();
    const { client } = await bankThat(() => caller.abort());

    await expect(client.getCob(TXID, { signal: caller.signal })).rejects.toMatchObject({
      kind: 'timeout',
    });
    await expect(client.getCob(TXID, { signal: caller.signal })).rejects.toMatchObject({
      kind: 'timeout',
    });
  });

  test('an endless response is rejected as soon as it exceeds the limit', async () => {
    const { client } = await bankThat((_, response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', pour);
      pour();
    });

    await expect(client.getCob(TXID)).rejects.toMatchObject({ kind: 'bad-response' });
  });

  test('a connection reset after the request is an outage', async () => {
    const { client } = await bankThat(reset);

    await expect(client.putCob(NEW_COB)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
