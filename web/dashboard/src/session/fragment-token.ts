/**
 * The token of a mailed link, which is in the fragment so that no server logs it. It is taken out of
 * the address bar at once, before anything could copy or report the address.
 */
export function takeFragmentToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}
