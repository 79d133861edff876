import { hash } from 'node:crypto';
import type { QueryConfig } from 'pg';

/** Names by text. Texts are constants, so there are only so many. */
const names = new Map<string, string>();

/** Each connection parses it once. Postgres knows it by a name, which follows from its text. */
export function prepared(text: string, values: unknown[] = []): QueryConfig {
  return { name: names.get(text) ?? nameFor(text), text, values };
}

/** A statement that writes is named for the first table that it adds to, or else changes. */
const INSERTS = /\b(insert) into (\w+)/;
const CHANGES = /(?<!for |key )\b(update|delete|merge)(?: into| from)? (\w+)/;
const READS = /\bfrom (\w+)/;
const HASH_LENGTH = 8;

/** Spans and the log of Postgres show it: what is done, to which table, and what tells the text from others. */
function nameFor(text: string): string {
  const [, verb = 'select', written] = INSERTS.exec(text) ?? CHANGES.exec(text) ?? [];
  const table = written ?? READS.exec(text)?.[1] ?? '';
  const name = `${verb}-${table}-${hash('sha256', text, 'hex').slice(0, HASH_LENGTH)}`;
  names.set(text, name);
  return name;
}
