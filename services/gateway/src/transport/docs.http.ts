import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { pageNotFound } from './http/errors.ts';
import { type Call, route } from './http/route.ts';
import { text } from './openapi/schema.ts';
import { html, page } from './pages/html.ts';

const SHARED = { method: 'GET', tag: 'Documentation', access: 'public' } as const;
const HTML = { 'text/html': text() };
const ANY_OBJECT = z.unknown().meta({ type: 'object' });

export const DOCS_ROUTES = [
  route({
    ...SHARED,
    path: '/events/schemas/{name}',
    id: 'getEventSchema',
    summary: 'JSON Schema of a webhook body',
    content: { 'application/schema+json': ANY_OBJECT },
    handle({ response, params }) {
      const schema = eventSchemas.get(params.name);
      if (schema === undefined) throw pageNotFound();
      response.type('application/schema+json').send(schema);
    },
  }),
  route({
    ...SHARED,
    path: '/openapi.json',
    id: 'getOpenApi',
    summary: 'This document',
    content: { 'application/json': ANY_OBJECT },
    handle: ({ response, docs }) => void response.type('json').send(docs.openApi),
  }),
  route({
    ...SHARED,
    path: '/docs',
    id: 'getDocs',
    summary: 'Start of the documentation',
    content: HTML,
    handle: (call) => sendPage(call, ''),
  }),
  route({
    ...SHARED,
    path: '/docs/errors',
    id: 'getErrors',
    summary: 'Every error code, its meaning and what to do',
    content: HTML,
    handle: (call) => sendPage(call, 'errors'),
  }),
  route({
    ...SHARED,
    path: '/docs/{page}',
    id: 'getDocsPage',
    summary: 'Page of the documentation',
    content: HTML,
    handle: (call) => sendPage(call, call.params.page),
  }),
  route({
    ...SHARED,
    path: '/',
    id: 'getHome',
    summary: 'Home page with links',
    content: HTML,
    handle: ({ response, publicBaseUrl }) =>
      void response.type('html').send(homePage(publicBaseUrl)),
  }),
];

function sendPage({ response, docs }: Pick<Call, 'response' | 'docs'>, slug: string): void {
  const found = docs.page(slug);
  if (found === undefined) throw pageNotFound();
  response.type('html').send(found);
}

const SCHEMAS = new URL('../../../../docs/events/schemas/', import.meta.url);
/** The same files that document the events in the repository. */
const eventSchemas = new Map(
  readdirSync(SCHEMAS).map((name) => [name, readFileSync(new URL(name, SCHEMAS), 'utf8')]),
);

function homePage(publicBaseUrl: string): string {
  const body = html`
<main class="card">
<h1>Entrada</h1>
<p>The deposit API is running at this address.</p>
<p>Create a deposit with <code>POST ${publicBaseUrl}/api/deposit</code> and an API key; read it back with
<code>GET ${publicBaseUrl}/api/deposit/&lt;paymentLinkId&gt;</code>.</p>
<p><a href="/dashboard">Dashboard</a> · <a href="/docs">Documentation</a> · <a href="/openapi.json">OpenAPI</a></p>
</main>`;
  return page({ language: 'en', title: 'Entrada' }, body);
}
