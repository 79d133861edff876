import { type Html, html } from '../pages/html.ts';
import { concat, inline } from '../pages/prose.ts';
import { anchorOf, type Call, type Content, type Operation, type Parameter } from './calls.ts';
import { codeBlock } from './code-block.ts';
import { curlFor } from './curl.ts';
import { defaultOf, type Schemas, schemaTable, typeOf } from './schema-table.ts';

export function callSection(call: Call, schemas: Schemas, publicBaseUrl: string): Html {
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
export function isOfOneCall(schemaName: string): boolean {
  return /(Request|Reply)$/.test(schemaName);
}

function samplesOf(content: Content): Html {
  const { example } = content['application/json'] ?? {};
  return example === undefined ? html`` : codeBlock(JSON.stringify(example, null, 2));
}
