import { type Html, html } from './html.ts';
import { concat, inline } from './prose.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The fields of an object, one row each; empty for a schema without fields. */
export function schemaTable(schema: Schema): Html {
  if (typeof schema.$ref === 'string') return html`<p>${typeOf(schema)}</p>`;
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  if (properties.length === 0) return html``;
  const required = new Set(schema.required as readonly string[] | undefined);
  const rows = properties.map(
    ([
      name,
      field,
    ]) => html`<tr><td><code>${name}</code>${required.has(name) ? html`` : html` <small>optional</small>`}</td>
<td>${typeOf(field)}</td><td>${meaningOf(field)}</td></tr>`,
  );
  return html`<table><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${concat(rows)}</tbody></table>`;
}

function typeOf(schema: Schema): Html {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.type === 'array') return html`list of ${typeOf(schema.items as Schema)}`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  const types = Array.isArray(schema.type)
    ? schema.type.join(' or ')
    : String(schema.type ?? 'any');
  const format = typeof schema.format === 'string' ? `, ${schema.format}` : '';
  return html`${types}${format}${boundsOf(schema)}`;
}

function boundsOf({ minimum, maximum, minLength, maxLength }: Schema): string {
  if (minimum !== undefined) return ` ${minimum}..${maximum}`;
  return maxLength === undefined ? '' : ` ${minLength ?? 0}..${maxLength} characters`;
}

function meaningOf({ description, enum: values, properties, ...schema }: Schema): Html {
  const meaning = inline(typeof description === 'string' ? description : '');
  if (properties) return html`${meaning}${schemaTable({ properties, ...schema })}`;
  if (!Array.isArray(values)) return meaning;
  return html`${meaning} ${concat(values.map((value) => html`<code>${String(value)}</code> `))}`;
}
