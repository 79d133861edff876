import type { OpenApiDocument } from '../openapi/document.ts';
import { type Html, html } from '../pages/html.ts';
import { concat, inline, prose } from '../pages/prose.ts';
import { callSection, isOfOneCall } from './call-section.ts';
import { anchorOf, type Call, callsOf } from './calls.ts';
import type { Part } from './markdown.ts';
import { type Schemas, schemaTable } from './schema-table.ts';

/** The OpenAPI document as a page. */
export function referenceContent(document: OpenApiDocument, publicBaseUrl: string): Html {
  const { version, description } = document.info as Record<string, string>;
  const { schemas } = document.components as { schemas: Schemas };
  const calls = callsOf(document);
  const tags = [...new Set(calls.map(({ operation }) => operation.tags[0]))];
  return html`
<h1>Reference <small>${version ?? ''}</small></h1>
${prose(description ?? '')}
<nav aria-label="Operations">${concat(tags.map((tag) => contentsOf(tag, calls)))}</nav>
${concat(calls.map((call) => callSection(call, schemas, publicBaseUrl)))}
<h2 id="schemas">Schemas</h2>
${concat(schemaSections(schemas))}`;
}

export function referenceParts(document: OpenApiDocument): Part[] {
  const calls = callsOf(document).map((call) => {
    const { summary, description = '' } = call.operation;
    const heading = `${call.method} ${call.path}`;
    return { heading, id: anchorOf(call), text: `${summary}. ${description}` };
  });
  const about = 'Every call with its fields, ranges, defaults and examples.';
  return [{ heading: 'Reference', id: '', text: about }, ...calls];
}

function contentsOf(tag: string, calls: readonly Call[]): Html {
  const own = calls.filter(({ operation }) => operation.tags[0] === tag);
  const items = own.map(
    (call) =>
      html`<li><a href="#${anchorOf(call)}"><code>${call.method} ${call.path}</code></a> ${inline(call.operation.summary)}</li>`,
  );
  return html`<h2>${tag}</h2><ul>${concat(items)}</ul>`;
}

function schemaSections(schemas: Schemas): Html[] {
  const shared = Object.entries(schemas).filter(([name]) => !isOfOneCall(name));
  return shared.map(
    ([name, schema]) =>
      html`<section id="schema-${name}"><h3>${name}</h3>${schemaTable(schema)}</section>`,
  );
}
