import type { Request } from 'express';
import type { Origin } from '../../domain/account.ts';

const USER_AGENT_LENGTH_MAX = 256;
const V4_AS_V6 = /^::ffff:(?=\d+\.)/i;

/** The client's IP address, as reported by trusted proxies. */
export function ipOf(request: Request): string {
  return (request.ip ?? '').replace(V4_AS_V6, '');
}

export function originOf(request: Request): Origin {
  const userAgent = (request.get('user-agent') ?? '').slice(0, USER_AGENT_LENGTH_MAX);
  return { ip: ipOf(request), userAgent };
}
