import type { Operation } from '../domain/fault.ts';

const ROUTES: readonly (readonly [RegExp, Operation])[] = [
  [/^POST \/oauth\/token$/, 'token'],
  [/^PUT \/cob\/[^/]+$/, 'put-cob'],
  [/^GET \/cob\/[^/]+$/, 'get-cob'],
  [/^PATCH \/cob\/[^/]+$/, 'patch-cob'],
  [/^GET \/pix$/, 'list-pix'],
  [/^GET \/pix\/[^/]+$/, 'get-pix'],
  [/^PUT \/pix\/[^/]+\/devolucao\/[^/]+$/, 'put-devolucao'],
  [/^GET \/pix\/[^/]+\/devolucao\/[^/]+$/, 'get-devolucao'],
  [/^[A-Z]+ \/webhook\/[^/]+$/, 'webhook'],
];

/** Which call of the Pix API a request is, in the words of the control API. */
export function operationOf(method: string, path: string): Operation | undefined {
  const line = `${method} ${path}`;
  return ROUTES.find(([route]) => route.test(line))?.[1];
}
