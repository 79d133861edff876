import type { Router } from 'express';
import type { App } from '../app.ts';
import { ipOf } from './http/client-address.ts';
import { methodNotAllowed } from './http/errors.ts';
import { eventStreams } from './http/event-stream.ts';
import { callerOf, credentialOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';

/** Hints that something changed, never what: a page then reads again what it shows. */
export function liveRoutes(
  router: Router,
  app: App,
  guard: Guard,
  { stopping }: { readonly stopping: AbortSignal },
): void {
  const openStream = eventStreams(stopping);
  router
    .route('/api/live')
    .get(guard.caller('deposits:read'), (request, response) => {
      if (request.method === 'HEAD') return void response.type('text/event-stream').end();
      // The client may have left while it was checked; then nothing would free its slot.
      if (response.closed) return;
      const slot = app.openStream(ipOf(request));
      response.once('close', () => slot[Symbol.dispose]());
      const { accountId } = callerOf(response);
      const credentialId = credentialOf(response);
      // Before the headers: an account with too many streams gets an error, not a stream.
      const listener = { credentialId, send: (_kind: string) => {}, end: () => {} };
      const watching = app.watchAccount(accountId, {
        credentialId,
        send: (kind) => listener.send(kind),
        end: () => listener.end(),
      });
      const stream = openStream(response);
      listener.send = (kind) => stream.send(kind, {});
      listener.end = stream.end;
      stream.over.addEventListener('abort', () => watching[Symbol.dispose]());
      stream.send('ready', {});
    })
    .all(methodNotAllowed('GET'));
}
