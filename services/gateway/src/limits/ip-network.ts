const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** An IPv6 client controls all 2^64 addresses of its /64 network, so they count as one. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.split('::');
  const first = groupsOf(head);
  const last = groupsOf(tail ?? '');
  const left = Math.max(0, GROUPS - first.length - last.length);
  const zeros = tail === undefined ? [] : Array<string>(left).fill('0');
  return [...first, ...zeros, ...last].slice(0, NETWORK_GROUPS).join(':');
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':');
}
