import { type Html, html } from '../pages/html.ts';
import { concat, inline } from '../pages/prose.ts';

type Schema = Readonly<Record<string, unknown>>;
export type Schemas = Readonly<Record<string, Schema>>;

/** The fields of an object, one row each; for other schemas their type. */
export function schemaTable(schema: Schema): Html {
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

export function typeOf(schema: Schema): Html {
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
export function defaultOf({ default: usual }: Schema): Html {
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
