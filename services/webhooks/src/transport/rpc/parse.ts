import { type AppError, fieldError } from '@entrada/platform/errors/app-error';
import { isUuid } from '@entrada/platform/text/uuid';
import { deliveryNotFound } from '../../domain/delivery.ts';
import { endpointNotFound } from '../../domain/endpoint.ts';
import type { DeliveryStatus, LogPlace } from '../../ports.ts';

const PAGE_DEFAULT = 50;
const PAGE_MAX = 200;
const STATUSES = ['PENDING', 'HELD', 'DELIVERED', 'EXHAUSTED', 'ABANDONED'] as const;
const EARLIEST = new Date(0);
const LATEST = new Date('9999-12-31T00:00:00Z');

export function parseAccount(accountId: string): string {
  if (!isUuid(accountId)) throw fieldError('accountId', 'must be a UUID');
  return accountId;
}

/** What cannot be an id is the id of nothing. */
export function parseEndpointId(id: string): string {
  if (!isUuid(id)) throw endpointNotFound();
  return id;
}

export function parseDeliveryId(id: string): number {
  if (!/^\d{1,15}$/.test(id)) throw deliveryNotFound();
  return Number(id);
}

export function parseLimit(limit: number): number {
  if (limit === 0) return PAGE_DEFAULT;
  if (limit > 0 && limit <= PAGE_MAX) return limit;
  throw fieldError('limit', `must be from 1 to ${PAGE_MAX}`);
}

export function parseWindow(from: string, to: string): { from: Date; to: Date } {
  return { from: parseTime('from', from, EARLIEST), to: parseTime('to', to, LATEST) };
}

function parseTime(name: string, text: string, otherwise: Date): Date {
  if (text === '') return otherwise;
  const at = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && at >= EARLIEST && at <= LATEST) return at;
  throw fieldError(name, 'must be an ISO 8601 time', { reason: 'invalid_time' });
}

export function parseStatus(status: string): DeliveryStatus | null {
  if (status === '') return null;
  const known = STATUSES.find((name) => name === status);
  if (known) return known;
  throw fieldError('status', `must be among ${STATUSES.join(', ')}`);
}

/** Cursors are opaque, so that what is inside can change; each says what it is a cursor of. */
export type CursorKind = 'deliveries' | 'events' | 'audit';

export function formatPlace(kind: CursorKind, place: LogPlace | null): string {
  return place === null ? '' : encode(kind, `${place.micros}:${place.id}`);
}

export function parsePlace(kind: 'deliveries' | 'audit', cursor: string): LogPlace | null {
  if (cursor === '') return null;
  const [, micros = '', id = ''] =
    decode(kind, cursor).match(/^(\d{1,16}):([0-9a-f-]{1,36})$/) ?? [];
  const isId = kind === 'audit' ? isUuid(id) : /^\d{1,15}$/.test(id);
  if (!isId) throw invalidCursor('cursor');
  return { micros: Number(micros), id };
}

export function formatPosition(position: number): string {
  return encode('events', String(position));
}

export function parsePosition(field: 'after' | 'cursor', cursor: string): number {
  const text = decode('events', cursor, field);
  const position = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(position)) throw invalidCursor(field);
  return position;
}

function encode(kind: CursorKind, text: string): string {
  return Buffer.from(`${kind}:${text}`).toString('base64url');
}

function decode(kind: CursorKind, cursor: string, field = 'cursor'): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  const isOurs =
    text.startsWith(`${kind}:`) && encode(kind, text.slice(kind.length + 1)) === cursor;
  if (!isOurs) throw invalidCursor(field);
  return text.slice(kind.length + 1);
}

function invalidCursor(field: string): AppError {
  return fieldError(field, 'is invalid', { reason: 'invalid_cursor' });
}
