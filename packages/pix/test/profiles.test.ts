import { decodeBrCode } from '../src/brcode/decode.ts';
import { openPixClient } from '../src/client/pix-client.ts';
import type { PixClientOptions } from '../src/client/pix-client-options.ts';
import { BANK_PROFILES, type ProfileName } from '../src/profiles/bank-profiles.ts';
import { answerLike, type BankPublication, E2EID, PUBLISHED } from './bank-like.ts';
import { COB, closeOpened, LOCATION, NEW_COB, opened, TXID } from './bank-that.ts';
import { type Handler, sendJson, startFakeBank } from './fake-bank.ts';

afterEach(closeOpened);

async function startBankLike(bank: BankPublication): Promise<string> {
  const answer: Handler = (request, response) => {
    const { method = '', headers, bodyText } = request;
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://bank');
    const seen = { headers, query, bodyText };
    if (pathname === bank.tokenPath) {
      const isRight = bank.acceptsTokenRequest(seen);
      return sendJson(response, isRight ? 200 : 401, { access_token: 'token', expires_in: '300' });
    }
    const isOurs = headers.authorization === 'Bearer token';
    if (!isOurs || !(bank.acceptsCall?.(seen) ?? true)) return sendJson(response, 403, {});
    answerLike(bank, method, pathname, (status, body) => sendJson(response, status, body));
  };
  const token: Parameters<typeof startFakeBank>[1] = (_, response, request) =>
    answer(request, response);
  return opened.use(await startFakeBank(answer, token)).url;
}

/** The profile as it is, except that a token address on another host is moved to the test's. */
async function clientOf(name: ProfileName, overrides: Partial<PixClientOptions> = {}) {
  const published = PUBLISHED[name] as BankPublication;
  const origin = await startBankLike(published);
  const profile = BANK_PROFILES[name];
  const tokenUrl = URL.canParse(profile.token.url)
    ? { tokenUrl: origin + new URL(profile.token.url).pathname }
    : {};
  const client = openPixClient({
    baseUrl: origin + published.base,
    ...tokenUrl,
    profile,
    clientId: 'id',
    clientSecret: 'secret',
    appKey: 'app',
    pixKey: 'pix@example.com',
    timeoutMs: 30_000,
    merchantName: 'Entrada',
    merchantCity: 'Sao Paulo',
    ...overrides,
  });
  opened.defer(() => client.close());
  return client;
}

const NAMES = Object.keys(BANK_PROFILES) as ProfileName[];

test('every profile has a test against what its bank publishes', () => {
  expect(Object.keys(PUBLISHED).sort()).toEqual([...NAMES].sort());
});

test.each(NAMES)('%s accepts every call of the client', async (name) => {
  const client = await clientOf(name);

  const cob = await client.putCob(NEW_COB);
  expect(cob).toMatchObject({ txid: TXID, createdAt: new Date('2026-11-15T03:00:00.123Z') });
  expect(cob.pixCopiaECola).toBeDefined();
  expect(await client.getCob(TXID)).toEqual(cob);
  expect((await client.removeCob(TXID)).status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
  const window = { from: new Date(1_999), to: new Date(3_001) };
  expect(await client.listPix(window).next()).toMatchObject({ done: true });
  expect(await client.getPix(E2EID)).toMatchObject({ endToEndId: E2EID, valueCents: 100 });
  const order = { endToEndId: E2EID, refundId: 'r1', valueCents: 100 };
  expect(await client.refund(order)).toMatchObject({ status: 'DEVOLVIDO' });
  expect(await client.getRefund(E2EID, 'r1')).toMatchObject({ status: 'DEVOLVIDO' });
  await client.putWebhook('https://us');
});

test.each(NAMES)('%s says what it does not have', async (name) => {
  const client = await clientOf(name);
  const absent = { kind: 'not-found' };
  const unknown = E2EID.replace('E1', 'E9');

  await expect(client.getCob('0'.repeat(32))).rejects.toMatchObject(absent);
  await expect(client.getPix(unknown)).rejects.toMatchObject(absent);
  await expect(client.getRefund(E2EID, 'r2')).rejects.toMatchObject(absent);
  const order = { endToEndId: unknown, refundId: 'r1', valueCents: 100 };
  await expect(client.refund(order)).rejects.toMatchObject(absent);
});

test.each(NAMES.filter((name) => name !== 'bcb'))(
  '%s does not take the calls of the plain specification',
  async (name) => {
    const client = await clientOf(name, { profile: BANK_PROFILES.bcb, tokenUrl: undefined });

    const differs = client
      .getCob(TXID)
      .then((cob) => cob.createdAt.getTime() !== new Date(COB.calendario.criacao).getTime())
      .catch(() => true);

    expect(await differs).toBe(true);
  },
);

test('a code that Santander omits is encoded, and the brcode of Sicoob is accepted', async () => {
  const santander = await (await clientOf('santander')).putCob(NEW_COB);
  const sicoob = await (await clientOf('sicoob')).putCob(NEW_COB);

  expect(decodeBrCode(santander.pixCopiaECola ?? '')).toMatchObject({ url: LOCATION });
  expect(sicoob.pixCopiaECola).toBe(COB.pixCopiaECola);
});
