import type { Request, Response } from 'express';

const NAME = 'entrada_session';

export type SessionCookie = {
  readonly name: string;
  read(request: Request): string | undefined;
  set(response: Response, token: string): void;
  clear(response: Response): void;
};

/**
 * Scripts cannot read it, and other sites cannot make a browser send it. Over https the `__Host-`
 * prefix makes browsers refuse a cookie set by another host; plain http is only for local use.
 */
export function sessionCookie(publicBaseUrl: string): SessionCookie {
  const secure = new URL(publicBaseUrl).protocol === 'https:';
  const name = secure ? `__Host-${NAME}` : NAME;
  const attributes = { httpOnly: true, sameSite: 'strict', secure, path: '/' } as const;
  return {
    name,
    read: (request) => cookieIn(request.headers.cookie ?? '', name),
    // Auth decides when a session ends; the cookie ends with the browser session.
    set: (response, token) => void response.cookie(name, token, attributes),
    clear: (response) => void response.clearCookie(name, attributes),
  };
}

function cookieIn(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || undefined;
  }
  return undefined;
}
