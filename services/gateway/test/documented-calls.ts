import { randomUUID } from 'node:crypto';
import { document } from './contract.ts';

type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
};
type Parameter = { readonly in: string; readonly name: string; readonly schema: Schema };
type Security = { readonly bearer?: readonly string[]; readonly session?: readonly string[] };
type Operation = {
  readonly security: readonly Security[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
  readonly responses: object;
};

/** One call of the OpenAPI document, as far as walks over all of them need it. */
export type DocumentedCall = {
  /** Such as `GET /api/balance`. */
  readonly name: string;
  readonly operation: Operation;
  readonly method: string;
  readonly template: string;
  /** The scope that a key needs; null: keys are not accepted, or nobody needs one. */
  readonly scope: string | null;
  readonly needsCaller: boolean;
  readonly hasBody: boolean;
  readonly inPath: readonly string[];
  readonly inQuery: readonly Parameter[];
  readonly inBody: readonly string[];
};

type Components = { readonly schemas: Readonly<Record<string, Schema>> };
const { schemas } = document.components as Components;

/** Every call that the document has, so that a walk over them includes those that are added later. */
export const documentedCalls: readonly DocumentedCall[] = Object.entries(document.paths).flatMap(
  ([template, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      callOf(method.toUpperCase(), template, operation as unknown as Operation),
    ),
);

function callOf(method: string, template: string, operation: Operation): DocumentedCall {
  const { security, parameters = [], requestBody } = operation;
  const named = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const body = requestBody?.content['application/json']?.schema;
  return {
    name: `${method} ${template}`,
    operation,
    method,
    template,
    scope: security.find(({ bearer }) => bearer)?.bearer?.[0] ?? null,
    needsCaller: security.length > 0,
    hasBody: body !== undefined,
    inPath: named('path').map(({ name }) => name),
    inQuery: named('query'),
    inBody: Object.keys((body && resolved(body).properties) ?? {}),
  };
}

function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return (name && schemas[name]) || schema;
}

/** The path with a value for each parameter, by default one that nothing has. */
export function pathOf(
  { template }: DocumentedCall,
  values: Readonly<Record<string, string>> = {},
): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? randomUUID());
}
