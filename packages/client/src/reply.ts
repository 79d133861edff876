import { EntradaError, type FieldProblem } from './entrada-error.ts';

const MS = 1_000;

/** The body of a successful reply; anything else is an EntradaError. */
export async function readReply(response: Response, idempotencyKey?: string): Promise<unknown> {
  const text = await response.text();
  const body = parseObject(text);
  if (!response.ok || !body) throw errorOfReply(response, body, idempotencyKey);
  return body;
}

/** The body of a CSV file as it arrives; anything else is an EntradaError. */
export async function readCsv(response: Response): Promise<ReadableStream<Uint8Array>> {
  const isCsv = response.headers.get('content-type')?.startsWith('text/csv') ?? false;
  if (response.ok && isCsv && response.body) return response.body;
  throw errorOfReply(response, parseObject(await response.text()));
}

type Body = Readonly<Record<string, unknown>>;

function parseObject(text: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Body) : undefined;
  } catch {
    return undefined;
  }
}

function errorOfReply(response: Response, body: Body = {}, idempotencyKey?: string): EntradaError {
  const { status, headers } = response;
  const retryAfterMs = retryAfterMsOf(headers.get('retry-after'));
  const { error, code, requestId = headers.get('x-request-id') ?? undefined, details, hint } = body;
  const facts = { status, requestId: textOf(requestId), retryAfterMs, idempotencyKey };
  if (typeof error === 'string' && typeof code === 'string') {
    const more = { fields: fieldsOf(details), hint: textOf(hint) };
    return new EntradaError(error, { ...facts, code, ...more });
  }
  return new EntradaError(problemOf(response), { ...facts, code: 'invalid_reply' });
}

/** A proxy, a login page or a wrong address may answer instead of the API. */
function problemOf({ status, type, headers }: Response): string {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    const target = headers.get('location') ?? 'another address';
    return `The server redirects to ${target}. Set baseUrl to the final address of the API.`;
  }
  const kind = headers.get('content-type')?.split(';')[0] ?? 'no content type';
  return `The server answered with status ${status} and ${kind} instead of the API's JSON. Check baseUrl and any proxy in between.`;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function fieldsOf(details: unknown): FieldProblem[] {
  return Array.isArray(details) ? details.filter(isFieldProblem) : [];
}

function isFieldProblem(value: unknown): value is FieldProblem {
  const { field, message } = (value ?? {}) as Partial<FieldProblem>;
  return typeof field === 'string' && typeof message === 'string';
}

/** Seconds or an HTTP date. */
function retryAfterMsOf(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * MS;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
