import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withNewDeadline } from '@entrada/platform/grpc/deadline';
import type { Response, Router } from 'express';
import type { App } from '../app.ts';
import type { StatementEntry } from '../domain/statement.ts';
import type { Page, Window } from '../ports.ts';
import { methodNotAllowed } from './http/errors.ts';
import { parse } from './http/parse.ts';
import { callerOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { CSV_HEAD, toCsv } from './replies/statement-csv.ts';
import { statementQuery } from './requests/deposits.ts';

const CSV_PAGE_SIZE = 1_000;
const CSV_PAGES_MAX = 10_000;
const PAGE_TIMEOUT_MS = 10_000;

type Query = Window & { readonly accountId: string; readonly cursor: string | undefined };

export function statementRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/api/statement')
    .get(guard.caller('balance:read'), async (request, response) => {
      const { accountId } = callerOf(response);
      const { from, to, limit, cursor } = parse(statementQuery, request.query);
      response.vary('Accept');
      if (request.accepts(['json', 'csv']) === 'csv') {
        return sendCsv(app, { accountId, from, to, cursor }, response);
      }
      const page = await app.listEntries({ accountId, from, to, limit, cursor });
      response.json({ success: true, entries: page.items, nextCursor: page.nextCursor });
    })
    .all(methodNotAllowed('GET'));
}

/** Page by page, as fast as the client reads; a statement may not fit into memory. */
async function sendCsv(app: App, query: Query, response: Response): Promise<void> {
  const pageAt = (cursor: string | undefined) =>
    withNewDeadline(Date.now() + PAGE_TIMEOUT_MS, () =>
      app.listEntries({ ...query, limit: CSV_PAGE_SIZE, cursor }),
    );
  // Read before anything is sent, so that an error can still be reported.
  const first = await pageAt(query.cursor);
  response.type('csv').set('Content-Disposition', 'attachment; filename="statement.csv"');
  await pipeline(Readable.from(lines(first, pageAt)), response);
}

async function* lines(
  first: Page<StatementEntry>,
  pageAt: (cursor: string) => Promise<Page<StatementEntry>>,
): AsyncGenerator<string> {
  yield CSV_HEAD + toCsv(first.items);
  let { nextCursor } = first;
  for (let page = 1; nextCursor !== null && page < CSV_PAGES_MAX; page += 1) {
    const next = await pageAt(nextCursor);
    yield toCsv(next.items);
    ({ nextCursor } = next);
  }
}
