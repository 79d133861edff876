import { invalidJson } from './errors.ts';

/** Nothing that we are asked needs more; what works on JSON would run out of stack on much more. */
const DEPTH_MAX = 32;
const NAME_SHOWN_MAX = 64;
/** Names that mean something else than a field to careless code behind us. */
const TRAPS = new Set(['__proto__', 'constructor', 'prototype']);
/** A text, with the colon that makes it a name; or a bracket. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g;

/** By its number half a character can be spelt in sound UTF-8; where it is stored, it becomes another. */
const MAYBE_HALF = /\\u[dD][89a-fA-F]/;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The object or list that the bytes are the one spelling of. JSON lets a field come twice and
 * leaves to each reader which one counts, so two readers can see two different requests.
 */
export function strictJson(bytes: Uint8Array): object {
  const text = decode(bytes);
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) throw invalidJson();
  requirePlainNames(text);
  if (MAYBE_HALF.test(text)) JSON.parse(text, requireWhole);
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalidJson('Request body must be UTF-8');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson();
  }
}

function requireWhole(name: string, value: unknown): unknown {
  if (!name.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) {
    throw invalidJson('Request body has half of a character');
  }
  return value;
}

/** `text` is known to be JSON, so what looks like a name is one. */
function requirePlainNames(text: string): void {
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push(new Set());
      if (open.length > DEPTH_MAX) throw invalidJson('Request body is nested too deeply');
    } else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) takeName(nameIn(token), open.at(-1));
  }
}

function nameIn(token: string): string {
  const text = token.slice(0, token.lastIndexOf('"') + 1);
  return text.includes('\\') ? JSON.parse(text) : text.slice(1, -1);
}

function takeName(name: string, taken: Set<string> | undefined): void {
  if (TRAPS.has(name)) throw invalidJson(`Request body must not have a field ${shown(name)}`);
  if (taken?.has(name)) throw invalidJson(`Request body has the field ${shown(name)} twice`);
  taken?.add(name);
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, NAME_SHOWN_MAX));
}
