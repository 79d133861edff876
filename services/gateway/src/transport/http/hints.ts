import type { FieldProblem, PublicError } from '@entrada/platform/errors/app-error';
import type { Request, Response } from 'express';
import { presentedKey } from '../../domain/caller.ts';
import { ERROR_CODES } from '../openapi/error-codes.ts';
import { invalidKeyHint, missingKeyHint, sessionHint } from './key-hints.ts';
import { pathHint, paymentLinkHint } from './path-hints.ts';
import { contextOf, ipOf } from './request-context.ts';

/** Parameters of the route are gone when an error is handled. */
const LINK = /^\/api\/deposit\/([^/]+)/i;

export type HintSources = {
  /** Of the deployment. */
  readonly mode: () => string;
  /** That a request with a wrong path may mean. */
  readonly paths: readonly string[];
};

/** What to do about an error, where it depends on the request; services do not know it. */
export function hintFor(
  { reason, hint, fields }: PublicError,
  request: Request,
  response: Response,
  { mode, paths }: HintSources,
): string | undefined {
  if (hint !== undefined) return hint;
  switch (reason) {
    case 'missing_api_key':
      return missingKeyHint(request);
    case 'invalid_api_key':
      return invalidKeyHint(keyOf(request, response), mode());
    case 'session_required':
      return sessionHint(keyOf(request, response));
    case 'invalid_request':
      return plusHint(request.originalUrl, fields);
    case 'ip_not_allowed':
      return `The request came from ${ipOf(request)}: create a key that allows this address.`;
    case 'webhook_test_failed':
      return 'Start the receiver first, or send `skipTest`: true and test the webhook later.';
    case 'charge_not_found':
      return request.path.startsWith('/api/')
        ? paymentLinkHint(LINK.exec(request.path)?.[1] ?? String(request.body?.paymentLinkId))
        : undefined;
    case 'account_frozen':
    case 'external_id_conflict':
    case 'idempotency_in_progress':
    case 'idempotency_key_reused':
    case 'provider_unavailable':
      return ERROR_CODES[reason]?.todo;
    case 'not_found':
      return request.route ? undefined : pathHint(request.method, request.path, paths);
    default:
      return undefined;
  }
}

function keyOf(request: Request, response: Response): string {
  const { authorization } = request.headers;
  const { queryKey: query } = contextOf(response);
  return presentedKey({ authorization, xApiKey: request.get('x-api-key'), query })?.key ?? '';
}

/** For a field of the query that was written with a plus sign, which is read as a space. */
function plusHint(url: string, fields: readonly FieldProblem[]): string | undefined {
  const [, query = ''] = url.split('?', 2);
  const withPlus = query.split('&').filter((pair) => pair.includes('+'));
  const names = withPlus.flatMap((pair) => [...new URLSearchParams(pair).keys()]);
  const name = fields.map(({ field }) => field).find((field) => names.includes(field));
  if (name === undefined) return undefined;
  return `A plus sign in a query means a space: write it as %2B in \`${name}\`.`;
}
