import type { RequestHandler } from 'express';
import type { App } from '../../app.ts';

/** Lets a request through whose key has the scope; its caller is then in `response.locals.caller`. */
export function requireKey({ authenticate }: App, scope: string): RequestHandler {
  return async (request, response, next) => {
    response.locals.caller = await authenticate(
      {
        authorization: request.get('authorization'),
        xApiKey: request.get('x-api-key'),
        query: response.locals.queryKey,
      },
      scope,
    );
    next();
  };
}
