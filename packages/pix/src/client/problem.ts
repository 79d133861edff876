import { z } from 'zod';
import type { Problem } from './pix-error.ts';

const RAW_LENGTH_MAX = 500;

const problemSchema = z.object({
  type: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
});

/** Understands RFC 7807 and keeps the start of anything else, since banks differ in their errors. */
export function readProblem(status: number, text: string): Problem {
  const raw = text.slice(0, RAW_LENGTH_MAX);
  try {
    const { type, title, detail } = problemSchema.parse(JSON.parse(text));
    if (title === undefined && detail === undefined) return { status, raw };
    return { status, ...(type && { type }), ...(title && { title }), ...(detail && { detail }) };
  } catch {
    return { status, raw };
  }
}
