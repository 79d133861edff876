import type { Request, Response } from 'express';

const NAME = 'entrada_session';

export type SessionCookie = {
  readonly name: string;
  read(request: Request): string | undefined;
  set(response: Response, token: string): void;
  clear(response: Response): void;
};

/**
 * No script can read it and no other site can make a browser send it. Over https its name makes
 * browsers refuse one that another host has planted; plain http is only for trying things out.
 */
export function sessionCookie(publicBaseUrl: string): SessionCookie {
  const secure = new URL(publicBaseUrl).protocol === 'https:';
  const name = secure ? `__Host-${NAME}` : NAME;
  const attributes = { httpOnly: true, sameSite: 'strict', secure, path: '/' } as const;
  return {
    name,
    read: (request) => cookieIn(request.headers.cookie ?? '', name),
    // Auth decides when a session ends; the cookie goes with the browser.
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
