import type { BankProfile } from '../profiles/bank-profile.ts';
import type { BankRequest } from './bank-http.ts';

/** A call as the specification defines it; the profile adapts it to the bank. */
export type PixRequest = {
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'DELETE';
  readonly family: keyof BankProfile['paths'];
  /** Path segments after the path of the family, unescaped. */
  readonly segments: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
};

type Settings = { readonly clientId: string; readonly appKey?: string | undefined };

export function apiRequest(
  base: string,
  profile: BankProfile,
  settings: Settings,
  { method, family, segments, query, body }: PixRequest,
  bearer: string,
): BankRequest {
  const path = segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
  const url = new URL(base + profile.paths[family] + path);
  const parameters = { ...filled(profile.query, settings), ...query };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const headers = {
    ...filled(profile.headers, settings),
    authorization: `Bearer ${bearer}`,
    accept: 'application/json',
  };
  if (body === undefined) return { method, url, headers };
  return {
    method,
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function filled(
  templates: Readonly<Record<string, string>>,
  { clientId, appKey = '' }: Settings,
): Record<string, string> {
  const fill = (text: string) => text.replace('{clientId}', clientId).replace('{appKey}', appKey);
  return Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [name, fill(template)]),
  );
}
