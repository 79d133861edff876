import type { OpenApiDocument } from '../openapi/document.ts';
import { concat, type Html, html, inline, prose } from '../pages/html.ts';
import {
  anchorOf,
  type Call,
  type Content,
  callsOf,
  type Operation,
  type Parameter,
} from './calls.ts';
import { curlFor } from './curl.ts';
import { codeBlock, type Part } from './markdown.ts';

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

function callSection(call: Call, schemas: Schemas, publicBaseUrl: string): Html {
  const { parameters = [], requestBody, responses, description, summary } = call.operation;
  return html`
<section id="${anchorOf(call)}">
<h3><code>${call.method} ${call.path}</code></h3>
<p>${inline(summary)}. ${inline(description ?? '')}</p>
<p class="access">${accessOf(call.operation)}</p>
${parameters.length > 0 ? parameterTable(parameters) : html``}
${requestBody ? html`<h4>Body</h4>${contentTables(requestBody.content, schemas)}` : html``}
<h4>Example</h4>
${codeBlock(curlFor(call, publicBaseUrl))}
<h4>Replies</h4>
<dl>${concat(Object.entries(responses).map(([status, reply]) => replyEntry(status, reply, schemas)))}</dl>
</section>`;
}

function accessOf({ security }: Operation): string {
  const [first] = security;
  if (!first) return 'Public';
  const scope = first.bearer?.[0];
  return scope ? `API key with the scope ${scope}, or a dashboard session` : 'Dashboard session';
}

function parameterTable(parameters: readonly Parameter[]): Html {
  const rows = parameters.map(({ name, in: place, required, description, schema }) => {
    const optional = required ? html`` : html` <small>optional</small>`;
    return html`<tr><td><code>${name}</code>${optional}</td><td>${place}</td><td>${typeOf(schema)}</td>
<td>${inline(description ?? '')}${defaultOf(schema)}</td></tr>`;
  });
  return html`<table><thead><tr><th>Parameter</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${concat(rows)}</tbody></table>`;
}

function replyEntry(status: string, reply: Operation['responses'][string], schemas: Schemas): Html {
  const isRefusal = status === 'default' || Number(status) >= 400;
  const about = isRefusal ? codeLinks(reply.description) : inline(reply.description);
  const more = isRefusal
    ? html``
    : html`${contentTables(reply.content, schemas)}${samplesOf(reply.content)}`;
  return html`<dt><code>${status}</code></dt><dd>${about}${more}</dd>`;
}

/** `Codes: a, b` with a link for each. */
function codeLinks(description: string): Html {
  const [, codes] = /^Codes: (.+)$/.exec(description) ?? [];
  if (!codes) return html`${description}: <a href="/docs/errors">any code</a>`;
  const links = codes.split(', ').map((code) => {
    return html`<a href="/docs/errors#${code}"><code>${code}</code></a> `;
  });
  return concat(links);
}

/** With the fields of the body itself; what it contains is linked. */
function contentTables(content: Content, schemas: Schemas): Html {
  return concat(
    Object.entries(content).map(([type, { schema }]) => {
      const name =
        String(schema.$ref ?? '')
          .split('/')
          .at(-1) ?? '';
      const own = isOfOneCall(name) ? (schemas[name] ?? schema) : schema;
      return html`<p class="type">${type}</p>${schemaTable(own)}`;
    }),
  );
}

/** Bodies and replies are named after their call, and shown there. */
function isOfOneCall(schemaName: string): boolean {
  return /(Request|Reply)$/.test(schemaName);
}

function samplesOf(content: Content): Html {
  const { example } = content['application/json'] ?? {};
  return example === undefined ? html`` : codeBlock(JSON.stringify(example, null, 2));
}

type Schema = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, Schema>>;

/** The fields of an object, one row each; for other schemas their type. */
function schemaTable(schema: Schema): Html {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  if (properties.length === 0) {
    return '$ref' in schema || 'oneOf' in schema ? html`<p>${typeOf(schema)}</p>` : html``;
  }
  const required = new Set(schema.required as readonly string[] | undefined);
  const rows = properties.map(([name, field]) => {
    const optional = required.has(name) ? html`` : html` <small>optional</small>`;
    return html`<tr><td><code>${name}</code>${optional}</td>
<td>${typeOf(field)}</td><td>${meaningOf(field)}</td></tr>`;
  });
  return html`<table><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${concat(rows)}</tbody></table>`;
}

function typeOf(schema: Schema): Html {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return choices.map(typeOf).reduce((all, next) => html`${all} or ${next}`);
  if (schema.type === 'array') {
    return html`list of ${typeOf((schema.items ?? {}) as Schema)}${rangeOf(schema, 'Items', 'entries')}`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  const types = [schema.type ?? 'any'].flat().join(' or ');
  const format = typeof schema.format === 'string' ? `, ${schema.format}` : '';
  return html`${types}${format}${boundsOf(schema)}`;
}

/** What applies to a field that is left out. */
function defaultOf({ default: usual }: Schema): Html {
  return usual === undefined ? html`` : html` Default: <code>${JSON.stringify(usual)}</code>.`;
}

function boundsOf(schema: Schema): string {
  const { minimum, exclusiveMinimum, maximum } = schema;
  const from = minimum ?? (typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : undefined);
  if (from === undefined && maximum === undefined) return rangeOf(schema, 'Length', 'characters');
  if (maximum === undefined || maximum === Number.MAX_SAFE_INTEGER) return ` from ${from}`;
  return ` ${from ?? ''}..${maximum}`;
}

function rangeOf(schema: Schema, what: string, unit: string): string {
  const [least, most] = [schema[`min${what}`], schema[`max${what}`]];
  return most === undefined ? '' : ` ${least ?? 0}..${most} ${unit}`;
}

function meaningOf(schema: Schema): Html {
  const { description, enum: closed, 'x-extensible-enum': growing, properties } = schema;
  const meaning = inline(typeof description === 'string' ? description : '');
  if (properties) return html`${meaning}${schemaTable(schema)}`;
  const values = (closed ?? growing ?? []) as unknown[];
  const choices = concat(values.map((value) => html`<code>${String(value)}</code> `));
  return html`${meaning} ${choices}${defaultOf(schema)}`;
}
