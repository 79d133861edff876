import type { FieldProblem } from '@entrada/platform/errors/app-error';

/** For a field of the query that was written with a plus sign, which is read as a space. */
export function plusHint(url: string, fields: readonly FieldProblem[]): string | undefined {
  const [, query = ''] = url.split('?', 2);
  const withPlus = query.split('&').filter((pair) => pair.includes('+'));
  const names = withPlus.flatMap((pair) => [...new URLSearchParams(pair).keys()]);
  const name = fields.map(({ field }) => field).find((field) => names.includes(field));
  if (name === undefined) return undefined;
  return `A plus sign in a query means a space: write it as %2B in \`${name}\`.`;
}
