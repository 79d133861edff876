import type { Logger } from '@entrada/platform/telemetry/log';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { BankError, type BankErrorCode, type Violation } from '../domain/bank-error.ts';

const TYPE_PREFIX = 'https://pix.bcb.gov.br/api/v2/error/';

const PROBLEMS: Record<BankErrorCode, readonly [status: number, title: string]> = {
  RequisicaoInvalida: [400, 'Requisição inválida.'],
  TokenInvalido: [401, 'Acesso negado.'],
  NaoEncontrado: [404, 'Não encontrado.'],
  CobNaoEncontrado: [404, 'Cobrança não encontrada.'],
  CobOperacaoInvalida: [400, 'Cobrança inválida.'],
  PixNaoEncontrado: [404, 'Pix não encontrado.'],
  PixDevolucaoNaoEncontrada: [404, 'Devolução não encontrada.'],
  PixDevolucaoInvalida: [400, 'Devolução inválida.'],
  WebhookNaoEncontrado: [404, 'Webhook não encontrado.'],
  WebhookOperacaoInvalida: [400, 'Webhook inválido.'],
  CodigoInvalido: [422, 'Código inválido.'],
  CodigoDesconhecido: [404, 'Código desconhecido.'],
  CobNaoPagavel: [409, 'Cobrança não pode ser paga.'],
  PagamentoNaoDevolvivel: [409, 'Pagamento não pode ser devolvido.'],
  CorpoGrandeDemais: [413, 'Corpo grande demais.'],
  FormatoNaoAceito: [415, 'Formato não aceito.'],
  OrigemRecusada: [403, 'Requisição de outro site recusada.'],
};

type ProblemBody = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly violacoes?: readonly Violation[];
};

/** Answers every failure as RFC 7807 says; what we did not foresee is logged and shown as a 500. */
export function problems(log: Logger): ErrorRequestHandler {
  return (error, _request, response, next) => {
    if (response.headersSent) return next(error);
    const known = error instanceof BankError ? error : fromBodyParser(error);
    if (known === null) log.error({ err: error }, 'unexpected failure');
    if (known?.code === 'TokenInvalido') response.set('www-authenticate', 'Bearer');
    const shown = known === null ? INTERNAL : show(known);
    response.status(shown.status).type('application/problem+json').send(JSON.stringify(shown));
  };
}

export const noSuchPath: RequestHandler = () => {
  throw new BankError('NaoEncontrado', 'This bank has no such address.');
};

const INTERNAL: ProblemBody = {
  type: `${TYPE_PREFIX}ErroInternoDoServidor`,
  title: 'Erro interno do servidor.',
  status: 500,
  detail: 'The bank could not handle the request.',
};

function show({ code, message, violations }: BankError): ProblemBody {
  const type = TYPE_PREFIX + (code === 'TokenInvalido' ? 'AcessoNegado' : code);
  const [status, title] = PROBLEMS[code];
  const shown = { type, title, status, detail: message };
  return violations.length === 0 ? shown : { ...shown, violacoes: violations };
}

/** Express and its body parser mark what the client did wrong with a 4xx status. */
function fromBodyParser(error: { status?: unknown }): BankError | null {
  const status = typeof error?.status === 'number' ? error.status : 500;
  if (status === 413) return new BankError('CorpoGrandeDemais', 'The body is too large.');
  if (status === 415) return new BankError('FormatoNaoAceito', 'The body cannot be read.');
  if (status < 400 || status >= 500) return null;
  return new BankError('RequisicaoInvalida', 'The request cannot be read.');
}
