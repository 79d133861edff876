import type { Logger } from '@entrada/platform/telemetry/log';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { BankError, type BankErrorCode, type Violation } from '../domain/bank-error.ts';

const TYPE_PREFIX = 'https://pix.bcb.gov.br/api/v2/error/';

const STATUS: Record<BankErrorCode, number> = {
  RequisicaoInvalida: 400,
  TokenInvalido: 401,
  NaoEncontrado: 404,
  CobNaoEncontrado: 404,
  CobOperacaoInvalida: 400,
  PixNaoEncontrado: 404,
  PixDevolucaoNaoEncontrada: 404,
  PixDevolucaoInvalida: 400,
  WebhookNaoEncontrado: 404,
  WebhookOperacaoInvalida: 400,
  CodigoInvalido: 422,
  CodigoDesconhecido: 404,
  CobNaoPagavel: 409,
  PagamentoNaoDevolvivel: 409,
  CorpoGrandeDemais: 413,
  FormatoNaoAceito: 415,
  OrigemRecusada: 403,
};

const TITLE: Record<BankErrorCode, string> = {
  RequisicaoInvalida: 'Requisição inválida.',
  TokenInvalido: 'Acesso negado.',
  NaoEncontrado: 'Não encontrado.',
  CobNaoEncontrado: 'Cobrança não encontrada.',
  CobOperacaoInvalida: 'Cobrança inválida.',
  PixNaoEncontrado: 'Pix não encontrado.',
  PixDevolucaoNaoEncontrada: 'Devolução não encontrada.',
  PixDevolucaoInvalida: 'Devolução inválida.',
  WebhookNaoEncontrado: 'Webhook não encontrado.',
  WebhookOperacaoInvalida: 'Webhook inválido.',
  CodigoInvalido: 'Código inválido.',
  CodigoDesconhecido: 'Código desconhecido.',
  CobNaoPagavel: 'Cobrança não pode ser paga.',
  PagamentoNaoDevolvivel: 'Pagamento não pode ser devolvido.',
  CorpoGrandeDemais: 'Corpo grande demais.',
  FormatoNaoAceito: 'Formato não aceito.',
  OrigemRecusada: 'Requisição de outro site recusada.',
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
  const shown = { type, title: TITLE[code], status: STATUS[code], detail: message };
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
