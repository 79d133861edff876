import { decodeBrCode } from '../src/brcode/decode.ts';
import { answering, bankThat, COB, closeOpened, LOCATION, NEW_COB, TXID } from './bank-that.ts';
import { sendJson } from './fake-bank.ts';

afterEach(closeOpened);

describe('charges', () => {
  test('a charge is created with one request and read from any 2xx', async () => {
    const { bank, client } = await bankThat(answering(200, COB));

    const cob = await client.putCob({ ...NEW_COB, payerRequest: 'Order 1' });

    expect(cob).toEqual({
      txid: TXID,
      status: 'ATIVA',
      valueCents: 12_345,
      createdAt: new Date('2026-11-15T03:00:00.123Z'),
      expiresInSeconds: 3600,
      location: LOCATION,
      pixCopiaECola: '000201...',
      payments: [],
    });
    expect(bank.requests).toHaveLength(1);
    expect(bank.requests[0]?.line).toBe(`PUT /cob/${TXID}`);
    expect(JSON.parse(bank.requests[0]?.bodyText ?? '')).toEqual({
      calendario: { expiracao: 3600 },
      valor: { original: '123.45' },
      chave: 'pix@example.com',
      solicitacaoPagador: 'Order 1',
    });
  });

  test('numbers sent as text, text sent as numbers, nulls and unknown fields are understood', async () => {
    const { client } = await bankThat(
      answering(200, {
        ...COB,
        status: 'REMOVIDO_PELO_PSP',
        calendario: { criacao: '2026-11-15T00:00:00-03:00', expiracao: '900' },
        valor: { original: 123.45, modalidadeAlteracao: '0' },
        loc: null,
        novidade: { a: 1 },
        pix: [
          {
            endToEndId: 'E1234567820261115030012345678901',
            valor: '123.4',
            horario: '2026-11-15T03:00:05Z',
            devolucoes: {},
          },
        ],
      }),
    );

    expect(await client.getCob(TXID)).toMatchObject({
      status: 'REMOVIDA_PELO_PSP',
      valueCents: 12_345,
      expiresInSeconds: 900,
      createdAt: new Date('2026-11-15T03:00:00Z'),
      payments: [
        {
          endToEndId: 'E1234567820261115030012345678901',
          txid: TXID,
          valueCents: 12_340,
          paidAt: new Date('2026-11-15T03:00:05Z'),
        },
      ],
    });
  });

  test('a code that the bank omits is encoded from its location', async () => {
    const { pixCopiaECola: _, location: __, ...bare } = COB;
    const { client } = await bankThat(
      answering(201, { ...bare, loc: { id: 1, location: `https://${LOCATION}` } }),
    );

    const { pixCopiaECola = '' } = await client.putCob(NEW_COB);

    expect(decodeBrCode(pixCopiaECola)).toEqual({
      kind: 'dynamic',
      url: LOCATION,
      name: 'Entrada',
      city: 'Sao Paulo',
    });
  });

  test('the webhook is set for our key', async () => {
    const webhookUrl = 'http://gateway/bank/callback';
    const { bank, client } = await bankThat((_, response) => response.writeHead(204).end());

    await client.putWebhook(webhookUrl);

    expect(bank.requests).toEqual([
      { line: 'PUT /webhook/pix%40example.com', bodyText: JSON.stringify({ webhookUrl }) },
    ]);
  });

  test('calls one after another share one token and their connections', async () => {
    const { bank, client } = await bankThat(answering(200, COB));

    for (let count = 0; count < 20; count++) await client.getCob(TXID);

    expect(bank.tokensGiven()).toBe(1);
    expect(bank.connections()).toBeLessThanOrEqual(2);
  });
});

describe('tokens', () => {
  test('concurrent callers share one token request', async () => {
    const { bank, client } = await bankThat(answering(200, COB));

    await Promise.all(Array.from({ length: 20 }, () => client.getCob(TXID)));

    expect(bank.tokensGiven()).toBe(1);
  });

  test('a token is replaced a minute before it ends and not sooner', async () => {
    let nowMs = 0;
    const { bank, client } = await bankThat(answering(200, COB), { now: () => nowMs });
    await client.getCob(TXID);

    nowMs = (3600 - 61) * 1000;
    await client.getCob(TXID);
    expect(bank.tokensGiven()).toBe(1);

    nowMs = (3600 - 60) * 1000;
    await client.getCob(TXID);
    expect(bank.tokensGiven()).toBe(2);
  });

  test('a rejected token is dropped and the call repeated once with a new one', async () => {
    const { bank, client } = await bankThat(({ headers }, response) =>
      sendJson(response, headers.authorization === 'Bearer token-2' ? 200 : 401, COB),
    );

    await expect(client.putCob(NEW_COB)).resolves.toMatchObject({ txid: TXID });
    expect(bank.requests).toHaveLength(2);
  });

  test('a bank that rejects every token is unavailable after two attempts', async () => {
    const { bank, client } = await bankThat(answering(401, {}));

    await expect(client.getCob(TXID)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(bank.requests).toHaveLength(2);
  });

  test('rejected credentials are an outage, not an error of the charge', async () => {
    const { client } = await bankThat(answering(200, COB), {}, (_, response) =>
      sendJson(response, 401, { error: 'invalid_client' }),
    );

    await expect(client.getCob(TXID)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('a failed token request does not affect later calls', async () => {
    const { client } = await bankThat(answering(200, COB), {}, (count, response) =>
      sendJson(response, count <= 3 ? 503 : 200, { access_token: 'late', expires_in: 60 }),
    );

    await expect(client.getCob(TXID)).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(client.getCob(TXID)).resolves.toMatchObject({ txid: TXID });
  });

  test('a token with fewer scopes than requested is used and reported', async () => {
    const missing: (readonly string[])[] = [];
    const { client } = await bankThat(
      answering(200, COB),
      { onScopesMissing: (scopes) => void missing.push(scopes) },
      (_, response) =>
        sendJson(response, 200, {
          access_token: 'less',
          scope: 'cob.read cob.write pix.read webhook.write webhook.read',
        }),
    );

    await client.getCob(TXID);

    expect(missing).toEqual([['pix.write']]);
  });

  test('a silent token endpoint cannot block a call beyond its deadline', async () => {
    const { client } = await bankThat(answering(200, COB), {}, () => {});

    await expect(client.getCob(TXID, { timeoutMs: 50 })).rejects.toMatchObject({ kind: 'timeout' });
  });
});
