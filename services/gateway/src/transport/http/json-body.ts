import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@entrada/platform/errors/app-error';
import express, { type Request, type Response } from 'express';
import { invalidJson, unsupported } from './errors.ts';

const JSON_TYPE = /^\s*application\/json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;
const UTF_8 = /^utf-?8$/i;

/** Reads a JSON body. Compressed ones are refused: a small body could expand to a huge one. */
export function bodyReader(limit: string) {
  const read = express.raw({ limit, inflate: false, type: () => true });
  return async (request: Request, response: Response): Promise<void> => {
    if (hasBody(request.headers)) requireJson(request.headers);
    await new Promise<void>((resolve, reject) =>
      read(request, response, (error: unknown) => (error ? reject(error) : resolve())),
    );
    request.body = request.body?.length > 0 ? strictJson(request.body) : undefined;
  };
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

export function isJson(type = ''): boolean {
  return JSON_TYPE.test(type);
}

function requireJson({ 'content-type': type = '' }: IncomingHttpHeaders): void {
  if (type === 'application/json') return;
  if (!isJson(type)) {
    const hint =
      'Send the fields as a JSON object, not as a form or text, with `Content-Type: application/json`.';
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/json', { hint });
  }
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8';
  if (!UTF_8.test(charset)) throw unsupported('Request body must be UTF-8');
}

const NOT_AN_OBJECT = 'Request body must be a JSON object';

/** No request needs more; code that walks JSON could exhaust the stack on much more. */
const DEPTH_MAX = 32;
const NAME_SHOWN_MAX = 64;
/** Names by which a field could change the prototype of an object. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
/**
 * A string, with the colon that makes it a name; or a bracket. An unterminated string extends to the end of
 * the text: if it did not match, every later quote would be tried as well, in quadratic time.
 */
const TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"(\s*:)?|\\?$)|[{}[\]]/g;

/** An escaped surrogate is valid UTF-8; if it is unpaired, storing it would change it. */
const MAYBE_UNPAIRED = /\\u[dD][89a-fA-F]/;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON and refuses what different parsers read differently: JSON permits a repeated field and
 * does not say which value counts, so two readers could see two different requests.
 */
export function strictJson(bytes: Uint8Array): object {
  const text = decode(bytes);
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) throw notAnObject(value);
  checkNames(text);
  if (MAYBE_UNPAIRED.test(text)) JSON.parse(text, requireWellFormed);
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
  } catch (error) {
    throw invalidJson(`${NOT_AN_OBJECT}: ${placeIn(text, error)}`);
  }
}

/** The parser's own message would repeat a part of the body. */
function placeIn(text: string, error: unknown): string {
  const position = positionIn(text, String(error));
  if (position < 0) return 'it ends too early';
  const lines = text.slice(0, position).split('\n');
  const column = (lines.at(-1) ?? '').length + 1;
  return `it is malformed at line ${lines.length}, column ${column}`;
}

/** In a short text the parser names the unexpected character, but not its place. Strings may contain it, too. */
function positionIn(text: string, message: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  const unexpected = /Unexpected token '(.)'/u.exec(message)?.[1];
  if (unexpected === undefined) return -1;
  return text.replace(TOKEN, (token) => ' '.repeat(token.length)).indexOf(unexpected);
}

export function notAnObject(value: unknown): AppError {
  return invalidJson(Array.isArray(value) ? `${NOT_AN_OBJECT}, not a list` : NOT_AN_OBJECT);
}

function requireWellFormed(name: string, value: unknown): unknown {
  if (!name.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) {
    throw invalidJson('Request body contains an unpaired surrogate');
  }
  return value;
}

/** `text` is valid JSON, so what looks like a name is one. */
function checkNames(text: string): void {
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push(new Set());
      if (open.length > DEPTH_MAX) throw invalidJson('Request body is nested too deeply');
    } else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) checkName(nameIn(token), open.at(-1));
  }
}

function nameIn(token: string): string {
  const text = token.slice(0, token.lastIndexOf('"') + 1);
  return text.includes('\\') ? JSON.parse(text) : text.slice(1, -1);
}

function checkName(name: string, taken: Set<string> | undefined): void {
  if (FORBIDDEN.has(name))
    throw invalidJson(`Request body must not contain the field ${shown(name)}`);
  if (taken?.has(name)) throw invalidJson(`Request body contains the field ${shown(name)} twice`);
  taken?.add(name);
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, NAME_SHOWN_MAX));
}
