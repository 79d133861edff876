import { z } from 'zod';
import type { Problem } from './pix-error.ts';

const RAW_LENGTH_MAX = 500;
const TEXT_LENGTH_MAX = 500;
const RETRY_AFTER_MAX_MS = 3_600_000;

const said = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).slice(0, TEXT_LENGTH_MAX))
  .optional()
  .catch(undefined);

/** The specification's problem+json together with the other error formats of banks. */
const problemSchema = z.object({
  type: said,
  title: said,
  detail: said,
  nome: said,
  mensagem: said,
  error: said,
  error_description: said,
  message: said,
  erros: z
    .array(z.object({ codigo: said, mensagem: said }))
    .optional()
    .catch(undefined),
});

/** Parses the known error formats of banks and keeps the start of any other response. */
export function readProblem(status: number, text: string, retryAfter?: string): Problem {
  const waitMs = readRetryAfter(retryAfter);
  return { status, ...explain(text), ...(waitMs !== undefined && { retryAfterMs: waitMs }) };
}

function explain(text: string): Omit<Problem, 'status'> {
  const raw = text.slice(0, RAW_LENGTH_MAX);
  const problem = problemSchema.safeParse(jsonOf(text)).data;
  if (problem === undefined) return { raw };
  const { type, erros: [first] = [] } = problem;
  const title = problem.title ?? problem.nome ?? problem.error ?? first?.codigo;
  const detail =
    problem.detail ??
    problem.mensagem ??
    problem.error_description ??
    problem.message ??
    first?.mensagem;
  if (title === undefined && detail === undefined) return { raw };
  return { ...(type && { type }), ...(title && { title }), ...(detail && { detail }) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds, or a date as HTTP writes it. */
function readRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(RETRY_AFTER_MAX_MS, Math.max(0, ms));
}
