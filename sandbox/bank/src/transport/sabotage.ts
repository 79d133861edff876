import { setTimeout as delay } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { Fault, Operation, Window } from '../domain/fault.ts';
import type { Faults } from '../ports.ts';

const SLOW_MS = 2_000;
const HUGE_BYTES = 8 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 1;
/** Longer than any client waits for a response that never comes. */
const SILENCE_MAX_MS = 120_000;

/** Makes a call fail in the way that was ordered for it. Nothing ordered costs nothing. */
export function sabotage(faults: Pick<Faults, 'take'>): RequestHandler {
  return async (request, response, next) => {
    const operation = operationOf(request.method, request.path);
    const fault = operation === undefined ? null : await faults.take(operation, windowOf(request));
    if (fault === null || (await isLeftToWork(fault, response))) next();
  };
}

/** The window that a list is asked for; null for every other call. */
function windowOf({ query: { inicio, fim } }: Request): Window | null {
  const [from, to] = [new Date(String(inicio)), new Date(String(fim))];
  return Number.isNaN(from.getTime() + to.getTime()) ? null : { from, to };
}

/** False when the request ends here, with nothing done. */
async function isLeftToWork({ fault, ms }: Fault, response: Response): Promise<boolean> {
  switch (fault) {
    case '429':
    case '503':
      response.set('retry-after', String(RETRY_AFTER_SECONDS));
      response.status(Number(fault)).json({ title: 'As ordered.', status: Number(fault) });
      return false;
    case '400':
    case '403':
    case '404':
    case '500':
      response.status(Number(fault)).json({ title: 'As ordered.', status: Number(fault) });
      return false;
    case 'window-too-long':
    case 'window-in-future':
      response.status(400).json({ title: 'The window is not accepted, as ordered.', status: 400 });
      return false;
    case 'drop':
      staySilent(response);
      return false;
    case 'slow':
      await delay(ms ?? SLOW_MS, undefined, { ref: false });
      return true;
    case 'page-twice':
      response.locals.pageRepeated = true;
      return true;
    default:
      endBy(response, AFTER_WORK[fault] ?? (({ end, body }) => end(body)));
      return true;
  }
}

type DoneWork = {
  readonly response: Response;
  readonly body: string;
  readonly end: (body: string) => void;
};

/** What becomes of the response once the work is done. */
const AFTER_WORK: Readonly<Record<string, (work: DoneWork) => void>> = {
  '500-after': ({ response, end }) => {
    response.status(500);
    end('{"title":"As ordered.","status":500}');
  },
  timeout: ({ response }) => staySilent(response),
  reset: ({ response }) => response.socket?.resetAndDestroy(),
  malformed: ({ body, end }) => end(body.slice(0, body.length / 2)),
  huge: ({ end }) => end(`{"enchimento":"${'x'.repeat(HUGE_BYTES)}"}`),
  contradictory: ({ body, end }) => end(body === '' ? body : contradict(body)),
  'unreadable-returns': ({ body, end }) => end(withUnknownStatus(body)),
  'listed-twice': ({ body, end }) => end(listTwice(body)),
};

/** Every route ends its response in one piece, so this is the one place it passes. */
function endBy(response: Response, act: (work: DoneWork) => void): void {
  const original = response.end.bind(response) as (body: string) => Response;
  const replacement = (chunk?: unknown): Response => {
    response.end = original as Response['end'];
    response.removeHeader('content-length');
    const body = chunk === undefined || typeof chunk === 'function' ? '' : String(chunk);
    act({ response, body, end: original });
    return response;
  };
  response.end = replacement as Response['end'];
}

function staySilent({ socket }: Response): void {
  if (socket === null) return;
  const timer = setTimeout(() => socket.destroy(), SILENCE_MAX_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

/** True when the response shall hold the page before the one asked for, under the name asked for. */
export function isPageRepeated(response: Response): boolean {
  return response.locals.pageRepeated === true;
}

type Json = Readonly<Record<string, unknown>>;

/** The same response with another amount and another status: valid in form, wrong in substance. */
function contradict(text: string): string {
  const body: Json = JSON.parse(text);
  return JSON.stringify({ ...body, ...contradiction(body) });
}

function contradiction(body: Json): Json {
  if ('calendario' in body) {
    const status = body.status === 'ATIVA' ? 'CONCLUIDA' : 'ATIVA';
    return { status, valor: { original: '0.01' } };
  }
  if (Array.isArray(body.pix)) return { pix: body.pix.map((pix) => ({ ...pix, valor: '0.01' })) };
  return 'valor' in body ? { valor: '0.01' } : {};
}

/** The same list with each payment twice, and counted twice. */
function listTwice(text: string): string {
  const body = JSON.parse(text);
  const { paginacao } = body.parametros;
  const total = paginacao.quantidadeTotalDeItens * 2;
  return JSON.stringify({
    parametros: { ...body.parametros, paginacao: { ...paginacao, quantidadeTotalDeItens: total } },
    pix: [...body.pix, ...body.pix],
  });
}

/** The same response with returns in a status that the Pix API did not have when we were built. */
function withUnknownStatus(text: string): string {
  return text.replace(/"status":"(?:DEVOLVIDO|EM_PROCESSAMENTO)"/g, '"status":"ESTORNO_PARCIAL"');
}

const ROUTES: readonly (readonly [RegExp, Operation])[] = [
  [/^POST \/oauth\/token$/, 'token'],
  [/^PUT \/cob\/[^/]+$/, 'put-cob'],
  [/^GET \/cob\/[^/]+$/, 'get-cob'],
  [/^PATCH \/cob\/[^/]+$/, 'patch-cob'],
  [/^GET \/pix$/, 'list-pix'],
  [/^GET \/pix\/[^/]+$/, 'get-pix'],
  [/^PUT \/pix\/[^/]+\/devolucao\/[^/]+$/, 'put-devolucao'],
  [/^GET \/pix\/[^/]+\/devolucao\/[^/]+$/, 'get-devolucao'],
  [/^[A-Z]+ \/webhook\/[^/]+$/, 'webhook'],
];

/** Which call of the Pix API a request is, in the words of the control API. */
function operationOf(method: string, path: string): Operation | undefined {
  const line = `${method} ${path}`;
  return ROUTES.find(([route]) => route.test(line))?.[1];
}
