export type SignInSearch = { readonly next?: string; readonly reset?: true };

/** Where to go afterwards is a page of the dashboard, never another site. */
export function parseSignInSearch(search: Record<string, unknown>): SignInSearch {
  const { next, reset } = search;
  const isOwn = typeof next === 'string' && /^\/(?![/\\])/.test(next);
  return { ...(isOwn ? { next } : {}), ...(reset ? { reset: true } : {}) };
}
