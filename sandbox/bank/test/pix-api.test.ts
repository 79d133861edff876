import { decodeBrCode } from '@entrada/pix/brcode/decode';
import { freshDatabase } from '@entrada/platform/testing/database';
import { forTests } from '@entrada/platform/testing/for-tests';
import { CLIENT, KEY, newTxid, startBank } from './running-bank.ts';

const database = forTests(() => freshDatabase('bank'));
const bank = forTests(() => startBank(database.url));

const request = (original = '12.34') => ({
  calendario: { expiracao: 600 },
  valor: { original },
  chave: KEY,
  solicitacaoPagador: 'Order 7',
});

describe('tokens', () => {
  const form = (fields: object) =>
    new URLSearchParams({ grant_type: 'client_credentials', ...fields });

  test('credentials in the form give a token that opens the Pix API', async () => {
    const credentials = form({ client_id: CLIENT.id, client_secret: CLIENT.secret });
    const { status, body } = await bank.call('POST', '/oauth/token', credentials, {});

    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    const authorization = `Bearer ${body.access_token}`;
    const reply = await bank.call('GET', `/cob/${newTxid()}`, undefined, { authorization });
    expect(reply.status).toBe(404);
  });

  test.each([
    ['a wrong secret', { client_id: CLIENT.id, client_secret: 'wrong' }, 401, 'invalid_client'],
    ['no credentials', {}, 401, 'invalid_client'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('%s gives none', async (_, fields, status, error) => {
    const reply = await bank.call('POST', '/oauth/token', form(fields), {});
    expect(reply).toMatchObject({ status, body: { error } });
  });

  test.each(['', 'Bearer', 'Bearer unknown', 'Bearer 9999999999999.forged', 'Basic eA=='])(
    'the Pix API is closed to "%s"',
    async (authorization) => {
      for (const path of [`/cob/${newTxid()}`, '/pix', `/webhook/${KEY}`]) {
        const reply = await bank.call('GET', path, undefined, { authorization });
        expect(reply).toMatchObject({ status: 401, body: { title: 'Acesso negado.' } });
      }
    },
  );
});

describe('charges', () => {
  test('a new charge is ATIVA and its code points to its location', async () => {
    const txid = newTxid();

    const { status, body } = await bank.call('PUT', `/cob/${txid}`, request());

    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...request(),
      calendario: { expiracao: 600, criacao: expect.stringMatching(/Z$/) },
      txid,
      status: 'ATIVA',
      revisao: 0,
      loc: { location: body.location, tipoCob: 'cob' },
    });
    expect(body.location).toMatch(/^pix\.sandbox\.test\/qr\/v2\/[0-9a-f]{32}$/);
    expect(decodeBrCode(body.pixCopiaECola)).toMatchObject({
      kind: 'dynamic',
      url: body.location,
      amountCents: 1234,
    });
    expect((await bank.call('GET', `/cob/${txid}`)).body).toEqual(body);
  });

  test('the same request again gives the same charge, another amount a new revision of it', async () => {
    const txid = newTxid();
    const first = await bank.call('PUT', `/cob/${txid}`, request());
    const again = await bank.call('PUT', `/cob/${txid}`, request());
    const altered = await bank.call('PUT', `/cob/${txid}`, request('99.00'));

    expect(again.body).toEqual(first.body);
    expect(altered.body).toMatchObject({
      location: first.body.location,
      revisao: 1,
      valor: { original: '99.00' },
    });
  });

  test('a removed charge stays removed', async () => {
    const txid = newTxid();
    await bank.call('PUT', `/cob/${txid}`, request());
    const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };

    const removed = await bank.call('PATCH', `/cob/${txid}`, removal);
    expect(removed).toMatchObject({ status: 200, body: { ...removal, revisao: 1 } });

    const again = await bank.call('PATCH', `/cob/${txid}`, removal);
    const altered = await bank.call('PUT', `/cob/${txid}`, request());
    for (const { status, headers, body } of [again, altered]) {
      expect(status).toBe(400);
      expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(body.type).toBe('https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida');
    }
  });

  test('a charge that does not exist is said so', async () => {
    const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
    for (const reply of [
      await bank.call('GET', `/cob/${newTxid()}`),
      await bank.call('PATCH', `/cob/${newTxid()}`, removal),
    ]) {
      expect(reply).toMatchObject({ status: 404, body: { title: 'Cobrança não encontrada.' } });
    }
  });

  test.each([
    ['no body', undefined, 'valor'],
    ['a number as amount', { ...request(), valor: { original: 12.34 } }, 'valor.original'],
    ['an amount of zero', request('0.00'), 'valor.original'],
    ['an amount without cents', request('12'), 'valor.original'],
    ['a negative amount', request('-1.00'), 'valor.original'],
    ['no key', { ...request(), chave: undefined }, 'chave'],
    ['a NUL in its text', { ...request(), solicitacaoPagador: 'a\0b' }, 'solicitacaoPagador'],
    ['an expiry of zero', { ...request(), calendario: { expiracao: 0 } }, 'calendario.expiracao'],
    ['a long text', { ...request(), solicitacaoPagador: 'x'.repeat(141) }, 'solicitacaoPagador'],
  ])('a request with %s is refused and the field is named', async (_, body, field) => {
    const reply = await bank.call('PUT', `/cob/${newTxid()}`, body);

    expect(reply.status).toBe(400);
    expect(reply.body.violacoes).toContainEqual(expect.objectContaining({ propriedade: field }));
  });

  test.each(['short', 'x'.repeat(36), `${'x'.repeat(26)}-`, '%00'.repeat(26)])(
    'the txid %s is refused',
    async (txid) => {
      expect((await bank.call('PUT', `/cob/${txid}`, request())).status).toBe(400);
    },
  );

  test.each([
    ['broken JSON', '{', 400],
    ['a megabyte', JSON.stringify('x'.repeat(1_000_000)), 413],
    ['a list', '[]', 400],
  ])('%s gets a problem, not a stack trace', async (_, text, status) => {
    const reply = await bank.call('PUT', `/cob/${newTxid()}`, text);

    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({ status, title: expect.any(String) });
  });

  test.each(['/nowhere', '/%ff', '/cob', '/cob/%00', '/pix/%00', '/webhook/%00'])(
    'the address %s gets a problem',
    async (path) => {
      const { status, body } = await bank.call('GET', path);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(body).toMatchObject({ status });
    },
  );
});

describe('webhooks', () => {
  test('one webhook per key is set, replaced, read and deleted', async () => {
    const path = `/webhook/${encodeURIComponent('+5511999999999')}`;
    await bank.call('PUT', path, { webhookUrl: 'https://one.example.com' });
    expect((await bank.call('PUT', path, { webhookUrl: 'https://two.example.com/x' })).status).toBe(
      200,
    );

    expect((await bank.call('GET', path)).body).toMatchObject({
      webhookUrl: 'https://two.example.com/x',
      chave: '+5511999999999',
    });
    expect((await bank.call('DELETE', path)).status).toBe(204);
    expect((await bank.call('DELETE', path)).status).toBe(404);
    expect((await bank.call('GET', path)).status).toBe(404);
  });

  test.each(['ftp://example.com', 'no-url', '', 7])(
    '%p is refused as its address',
    async (webhookUrl) => {
      expect((await bank.call('PUT', `/webhook/${KEY}`, { webhookUrl })).status).toBe(400);
    },
  );
});
