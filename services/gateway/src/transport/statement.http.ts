import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { parse } from './http/parse.ts';
import { callerOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { CSV_PAGE_SIZE, sendCsv } from './replies/csv.ts';
import { PLAIN_COLUMNS, PLAIN_FORMAT, STATEMENT_COLUMNS } from './replies/statement-csv.ts';
import { requireWholeList } from './requests/csv.ts';
import { statementQuery } from './requests/deposits.ts';

export function statementRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/api/statement')
    .get(guard.caller('balance:read'), async (request, response) => {
      const { accountId } = callerOf(response);
      const query = parse(statementQuery, request.query);
      const { from, to, limit, cursor, format, tz, sep } = query;
      const pageAt = (next: string | undefined) =>
        app.listEntries({ accountId, from, to, limit: CSV_PAGE_SIZE, cursor: next });
      response.vary('Accept');
      if (format === 'csv') {
        requireWholeList(request.query);
        const written = { tz, sep, byteOrderMark: true };
        const file = { name: 'statement.csv', columns: STATEMENT_COLUMNS, format: written };
        return sendCsv(response, { ...file, pageAt });
      }
      if (request.accepts(['json', 'csv']) === 'csv') {
        const file = { name: 'statement.csv', columns: PLAIN_COLUMNS, format: PLAIN_FORMAT };
        return sendCsv(response, { ...file, pageAt: (next = cursor) => pageAt(next) });
      }
      const page = await app.listEntries({ accountId, from, to, limit, cursor });
      const { items: entries, ...rest } = page;
      response.json({ success: true, entries, ...rest });
    })
    .all(methodNotAllowed('GET'));
}
