import { readdirSync, readFileSync } from 'node:fs';
import type { Router } from 'express';
import { docsSite } from './docs/site.ts';
import { methodNotAllowed, notFound } from './http/errors.ts';
import type { Guard } from './http/require-caller.ts';
import { openApiDocument } from './openapi/document.ts';
import { homePage } from './pages/home-page.ts';

const SCHEMAS = new URL('../../../../docs/events/schemas/', import.meta.url);

/** These documents never change while the process runs, so they are built once. */
export function docsRoutes(router: Router, guard: Guard, publicBaseUrl: string): void {
  const document = openApiDocument(publicBaseUrl);
  const schemas = eventSchemas();
  const site = docsSite(document, publicBaseUrl);
  const serve = (path: string, type: string, text: string) =>
    router
      .route(path)
      .get(guard.visitor, (_request, response) => void response.type(type).send(text))
      .all(methodNotAllowed('GET'));
  serve('/', 'html', homePage(publicBaseUrl));
  serve('/openapi.json', 'json', JSON.stringify(document));
  const servePage = (path: string, slug?: string) =>
    router
      .route(path)
      .get(guard.visitor, (request, response, next) => {
        const page = site.page(slug ?? String(request.params.page));
        if (page === undefined) return notFound(request, response, next);
        response.type('html').send(page);
      })
      .all(methodNotAllowed('GET'));
  servePage('/docs', '');
  servePage('/docs/errors', 'errors');
  servePage('/docs/:page');
  router.use('/assets/docs-index.json', guard.visitor, (_request, response) => {
    response.type('json').send(site.index());
  });
  router
    .route('/events/schemas/:name')
    .get(guard.visitor, (request, response, next) => {
      const schema = schemas.get(String(request.params.name));
      if (schema === undefined) return notFound(request, response, next);
      response.type('application/schema+json').send(schema);
    })
    .all(methodNotAllowed('GET'));
}

/** The same files that document the events in the repository. */
function eventSchemas(): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(SCHEMAS).map((name) => [name, readFileSync(new URL(name, SCHEMAS), 'utf8')]),
  );
}
