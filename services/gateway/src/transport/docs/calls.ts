import type { OpenApiDocument } from '../openapi/document.ts';

type Schema = Readonly<Record<string, unknown>>;
export type Content = Readonly<
  Record<string, { readonly schema: Schema; readonly example?: unknown }>
>;
export type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: unknown;
};
export type Operation = {
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content: Content }>
  >;
};
export type Call = {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
};

export function callsOf({ paths }: OpenApiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as unknown as Operation,
    })),
  );
}

export function anchorOf({ method, path }: Pick<Call, 'method' | 'path'>): string {
  const words = `${method}${path}`.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase();
  return words.replace(/-$/, '');
}
