import { isIP } from 'node:net';
import type { Request } from 'express';

const FORWARDED = 'x-forwarded-for';
const USER_AGENT_LENGTH_MAX = 256;
const V4_AS_V6 = /^::ffff:(?=\d+\.)/i;
/** Some proxies add the client's port: `203.0.113.7:4711`, `[2001:db8::7]:4711`. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/i;

/** The client's IP address, as reported by trusted proxies. */
export function ipOf(request: Request): string {
  const reported = request.ip ?? '';
  const ip = isIP(reported) ? reported : (request.socket.remoteAddress ?? '');
  return ip.replace(V4_AS_V6, '');
}

/** Express compares forwarded addresses as they are, and an address with a port is in no network. */
export function removeForwardedPorts({ headers }: Request): void {
  const forwarded = headers[FORWARDED];
  if (typeof forwarded !== 'string' || !forwarded.includes(':')) return;
  headers[FORWARDED] = forwarded.split(',').map(withoutPort).join(', ');
}

function withoutPort(text: string): string {
  const address = text.trim();
  const [, v6, v4] = WITH_PORT.exec(address) ?? [];
  return v6 ?? v4 ?? address;
}

/** The client of a dashboard request. */
export function originOf(request: Request) {
  const userAgent = (request.get('user-agent') ?? '').slice(0, USER_AGENT_LENGTH_MAX);
  return { ip: ipOf(request), userAgent };
}
