import { hash } from 'node:crypto';
import type { QueryConfig } from 'pg';

/** Names by text. Texts are constants, so there are only so many. */
const names = new Map<string, string>();

/** Each connection parses it once. Postgres knows it by a name, which follows from its text. */
export function prepared(text: string, values: unknown[] = []): QueryConfig {
  return { name: names.get(text) ?? nameFor(text), text, values };
}

function nameFor(text: string): string {
  const name = hash('sha256', text, 'base64url');
  names.set(text, name);
  return name;
}
