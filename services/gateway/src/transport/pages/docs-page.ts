import type { OpenApiDocument } from '../openapi/document.ts';
import { type Html, html, page } from './html.ts';
import { concat, inline, prose } from './prose.ts';
import { schemaTable } from './schema-table.ts';

type Content = Readonly<Record<string, { readonly schema: Readonly<Record<string, unknown>> }>>;
type Operation = {
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly description: string;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content: Content }>
  >;
};
type Call = { readonly method: string; readonly path: string; readonly operation: Operation };

/** The OpenAPI document as a web page, without JavaScript and without files of other origins. */
export function docsPage(document: OpenApiDocument): string {
  const { title, version, description } = document.info as Record<string, string>;
  const calls = callsOf(document);
  const tags = [...new Set(calls.map(({ operation }) => operation.tags[0]))];
  const body = html`
<main class="docs">
<h1>${title ?? ''} API <small>${version ?? ''}</small></h1>
${prose(description ?? '')}
<p><a href="/openapi.json">OpenAPI 3.1</a> · <a href="/docs/errors">Error codes</a></p>
<nav aria-label="Operations">${concat(tags.map((tag) => contentsOf(tag, calls)))}</nav>
${concat(calls.map(callSection))}
<h2 id="schemas">Schemas</h2>
${concat(schemaSections(document))}
</main>`;
  return page({ language: 'en', title: `${title} API`, stylesheets: ['/assets/docs.css'] }, body);
}

function callsOf({ paths }: OpenApiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as unknown as Operation,
    })),
  );
}

function contentsOf(tag: string, calls: readonly Call[]): Html {
  const own = calls.filter(({ operation }) => operation.tags[0] === tag);
  const items = own.map(
    (call) =>
      html`<li><a href="#${anchorOf(call)}"><code>${call.method} ${call.path}</code></a> ${inline(call.operation.summary)}</li>`,
  );
  return html`<h2>${tag}</h2><ul>${concat(items)}</ul>`;
}

function callSection(call: Call): Html {
  const { parameters = [], requestBody, responses, description, summary } = call.operation;
  return html`
<section id="${anchorOf(call)}">
<h3><code>${call.method} ${call.path}</code></h3>
<p>${inline(summary)}. ${inline(description ?? '')}</p>
<p class="access">${accessOf(call.operation)}</p>
${parameters.length > 0 ? parameterTable(parameters) : html``}
${requestBody ? html`<h4>Body</h4>${contentTables(requestBody.content)}` : html``}
<h4>Replies</h4>
<dl>${concat(Object.entries(responses).map(([status, reply]) => replyEntry(status, reply)))}</dl>
</section>`;
}

function accessOf({ security }: Operation): string {
  const [first] = security;
  if (!first) return 'Public';
  const scope = first.bearer?.[0];
  return scope ? `API key with the scope ${scope}, or a dashboard session` : 'Dashboard session';
}

function parameterTable(parameters: NonNullable<Operation['parameters']>): Html {
  const rows = parameters.map(
    (parameter) =>
      html`<tr><td><code>${parameter.name}</code></td><td>${parameter.in}</td><td>${inline(parameter.description)}</td></tr>`,
  );
  return html`<table><thead><tr><th>Parameter</th><th>In</th><th>Meaning</th></tr></thead><tbody>${concat(rows)}</tbody></table>`;
}

function replyEntry(status: string, reply: Operation['responses'][string]): Html {
  const isRefusal = status === 'default' || Number(status) >= 400;
  return html`<dt><code>${status}</code></dt><dd>${inline(reply.description)}${isRefusal ? html`` : contentTables(reply.content)}</dd>`;
}

function contentTables(content: Content): Html {
  return concat(
    Object.entries(content).map(
      ([type, { schema }]) => html`<p class="type">${type}</p>${schemaTable(schema)}`,
    ),
  );
}

function schemaSections({ components }: OpenApiDocument): Html[] {
  const { schemas } = components as { schemas: Record<string, Record<string, unknown>> };
  return Object.entries(schemas).map(
    ([name, schema]) =>
      html`<section id="schema-${name}"><h3>${name}</h3>${schemaTable(schema)}</section>`,
  );
}

function anchorOf({ method, path }: Call): string {
  return `${method}${path}`.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase();
}
