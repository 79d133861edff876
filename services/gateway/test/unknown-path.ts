import { randomUUID } from 'node:crypto';

/** The path of a request with an id that nothing has, where the path or the query has one. */
export function unknownPath(known: string): string {
  const inQuery = known.replace(/(?<=\?webhookId=)[^&]+/, randomUUID());
  if (inQuery !== known) return inQuery;
  const [, first = '', second = '', ...rest] = known.split('?')[0]?.split('/') ?? [];
  if (first === 'payment-link' || first === 'docs') {
    return `/${[first, randomUUID(), ...rest].join('/')}`;
  }
  return `/${[first, second, randomUUID(), ...rest.slice(1)].join('/')}`;
}
