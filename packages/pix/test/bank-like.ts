import type { IncomingHttpHeaders } from 'node:http';
import { COB, LOCATION, TXID } from './bank-that.ts';

/** What a bank publishes of itself, written down apart from our profiles. */
export type BankPublication = {
  /** Path of the base address. */
  readonly base: string;
  readonly tokenPath: string;
  readonly acceptsTokenRequest: (request: SeenRequest) => boolean;
  readonly cobPath: string;
  readonly pixPath: string;
  readonly webhookPath: string;
  readonly acceptsCall?: (request: SeenRequest) => boolean;
  readonly cob?: object;
  readonly errors?: object;
  /** What it says instead of 404 about what it does not have. */
  readonly notFound?: (path: string) => { readonly status: number; readonly body: object };
};

type SeenRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly query: URLSearchParams;
  readonly bodyText: string;
};

export const E2EID = 'E1234567820261115030012345678901';
const basic = `Basic ${Buffer.from('id:secret').toString('base64')}`;
const isForm = ({ headers }: SeenRequest) =>
  headers['content-type'] === 'application/x-www-form-urlencoded';
const form = ({ bodyText }: SeenRequest) => Object.fromEntries(new URLSearchParams(bodyText));

const byBasic = (request: SeenRequest) =>
  isForm(request) &&
  request.headers.authorization === basic &&
  form(request).grant_type === 'client_credentials' &&
  (form(request).scope ?? '').includes('pix.write');
const byForm = (request: SeenRequest) =>
  isForm(request) &&
  request.headers.authorization === undefined &&
  form(request).client_id === 'id' &&
  form(request).client_secret === 'secret';

const STANDARD = { cobPath: '/cob', pixPath: '/pix', webhookPath: '/webhook' };
const { pixCopiaECola: _code, ...WITHOUT_CODE } = COB;

export const PUBLISHED: Readonly<Record<string, BankPublication>> = {
  bcb: {
    ...STANDARD,
    base: '/api/v2',
    tokenPath: '/api/v2/oauth/token',
    acceptsTokenRequest: byBasic,
  },
  efi: {
    ...STANDARD,
    base: '/v2',
    tokenPath: '/oauth/token',
    acceptsTokenRequest: ({ headers, bodyText }) =>
      headers['content-type'] === 'application/json' &&
      headers.authorization === basic &&
      JSON.parse(bodyText).grant_type === 'client_credentials',
    notFound(path) {
      const of = path.includes('/devolucao/') ? 'devolucao_nao_encontrada' : 'pix_nao_encontrado';
      const nome = path.includes('/cob/') ? 'cobranca_nao_encontrada' : of;
      return { status: 400, body: { nome, mensagem: 'Nada encontrado' } };
    },
  },
  santander: {
    ...STANDARD,
    base: '/api/v1',
    tokenPath: '/oauth/token',
    acceptsTokenRequest: (request) =>
      byForm(request) && request.query.get('grant_type') === 'client_credentials',
    acceptsCall: ({ query }) => !/\.\d+/.test(`${query.get('inicio')}${query.get('fim')}`),
    cob: { ...WITHOUT_CODE, revisao: '0', location: LOCATION },
  },
  sicoob: {
    ...STANDARD,
    base: '/pix/api/v2',
    tokenPath: '/auth/realms/cooperado/protocol/openid-connect/token',
    acceptsTokenRequest: (request) =>
      isForm(request) &&
      form(request).client_id === 'id' &&
      form(request).client_secret === undefined,
    acceptsCall: ({ headers }) => headers.client_id === 'id',
    cob: { ...WITHOUT_CODE, brcode: COB.pixCopiaECola, loc: null, pix: null, devedor: null },
  },
  sicredi: {
    base: '/api',
    tokenPath: '/oauth/token',
    acceptsTokenRequest: byBasic,
    cobPath: '/v3/cob',
    pixPath: '/v2/pix',
    webhookPath: '/v2/webhook',
  },
  'banco-do-brasil': {
    ...STANDARD,
    base: '/pix/v2',
    tokenPath: '/oauth/token',
    acceptsTokenRequest: byBasic,
    acceptsCall: ({ query }) => query.get('gw-dev-app-key') === 'app',
    errors: {
      erros: [{ codigo: '4769515', versao: '1', mensagem: 'Não encontrado', ocorrencia: 'x' }],
    },
  },
  itau: {
    ...STANDARD,
    base: '/pix_recebimentos/v2',
    tokenPath: '/as/token.oauth2',
    acceptsTokenRequest: byForm,
    cob: { ...COB, calendario: { criacao: '2026-11-15T00:00:00.123Z', expiracao: 3600 } },
  },
};

type Respond = (status: number, body: unknown) => void;

/** Answers one call as that bank does; 200 wherever the specification says 201. */
export function answerLike(
  bank: BankPublication,
  method: string,
  path: string,
  respond: Respond,
): void {
  const cob = bank.cob ?? COB;
  const devolucao = { id: 'r1', valor: '1.00', status: 'DEVOLVIDO', horario: null };
  const pix = { endToEndId: E2EID, txid: TXID, valor: '1.00', horario: '2026-11-15T03:00:00Z' };
  const key = `${bank.webhookPath}/pix%40example.com`;
  const removed = { ...cob, status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
  const routes: Readonly<Record<string, unknown>> = {
    [`PUT ${bank.cobPath}/${TXID}`]: cob,
    [`GET ${bank.cobPath}/${TXID}`]: cob,
    [`PATCH ${bank.cobPath}/${TXID}`]: removed,
    [`GET ${bank.pixPath}`]: { parametros: {}, pix: [] },
    [`GET ${bank.pixPath}/${E2EID}`]: pix,
    [`PUT ${bank.pixPath}/${E2EID}/devolucao/r1`]: devolucao,
    [`GET ${bank.pixPath}/${E2EID}/devolucao/r1`]: devolucao,
    [`PUT ${key}`]: {},
    [`GET ${key}`]: { webhookUrl: 'https://us', chave: 'pix@example.com' },
    [`DELETE ${key}`]: {},
  };
  const found = routes[`${method} ${path.slice(bank.base.length)}`];
  const isKnown = path.startsWith(bank.base) && found !== undefined;
  const { status, body } = bank.notFound?.(path) ?? { status: 404, body: bank.errors ?? {} };
  respond(isKnown ? 200 : status, isKnown ? found : body);
}
