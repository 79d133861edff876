import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { parse } from './http/parse.ts';
import { callerOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { CSV_PAGE_SIZE, sendCsv } from './replies/csv.ts';
import { PLAIN_COLUMNS, PLAIN_FORMAT } from './replies/statement-csv.ts';
import { statementQuery } from './requests/deposits.ts';

export function statementRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/api/statement')
    .get(guard.caller('balance:read'), async (request, response) => {
      const { accountId } = callerOf(response);
      const { from, to, limit, cursor } = parse(statementQuery, request.query);
      response.vary('Accept');
      if (request.accepts(['json', 'csv']) === 'csv') {
        return sendCsv(response, {
          name: 'statement.csv',
          columns: PLAIN_COLUMNS,
          format: PLAIN_FORMAT,
          pageAt: (next = cursor) =>
            app.listEntries({ accountId, from, to, limit: CSV_PAGE_SIZE, cursor: next }),
        });
      }
      const page = await app.listEntries({ accountId, from, to, limit, cursor });
      response.json({ success: true, entries: page.items, nextCursor: page.nextCursor });
    })
    .all(methodNotAllowed('GET'));
}
