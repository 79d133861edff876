/** Just as much of JSON Schema as we say things with. */
export type Schema = Readonly<Record<string, unknown>>;

export const text = (more: Schema = {}): Schema => ({ type: 'string', ...more });
export const integer = (more: Schema = {}): Schema => ({ type: 'integer', ...more });
export const cents = (description: string): Schema => integer({ description });
export const flag = (description: string): Schema => ({ type: 'boolean', description });
export const time = (description: string): Schema => text({ format: 'date-time', description });
export const list = (items: Schema, more: Schema = {}): Schema => ({
  type: 'array',
  items,
  ...more,
});
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export function orNull(schema: Schema): Schema {
  return 'type' in schema
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] };
}

type Fields = Readonly<Record<string, Schema>>;

/** What we send: every field is there, and no other. */
export function reply(properties: Fields): Schema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

export function success(properties: Fields): Schema {
  return reply({ success: { type: 'boolean', const: true }, ...properties });
}

/** What clients send. */
export function body(properties: Fields, required: readonly string[] = []): Schema {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}
