type Matcher = { readonly label: string; readonly operator: string; readonly value: string };

export type Selector = { readonly metric: string; readonly matchers: readonly Matcher[] };

const SELECTOR = /\b([a-zA-Z_:][\w:]*)\{([^}]*)\}/g;
const MATCHER = /(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g;
const GROUPING = /\b(?:by|on|without)\s*\(([^)]*)\)/g;
const PARTS = /_(bucket|count|sum)$/;

/** What an expression reads: each of our selectors has braces. */
export function selectorsIn(expr: string): Selector[] {
  return [...expr.matchAll(SELECTOR)].map(([, metric = '', labels = '']) => ({
    metric,
    matchers: [...labels.matchAll(MATCHER)].map(([, label = '', operator = '', value = '']) => ({
      label,
      operator,
      value,
    })),
  }));
}

/** The labels by which an expression groups or joins. */
export function groupingsIn(expr: string): string[] {
  return [...expr.matchAll(GROUPING)].flatMap(([, labels = '']) =>
    labels
      .split(',')
      .map((label) => label.trim())
      .filter((label) => label !== ''),
  );
}

/** The name in the code of a series of a histogram. */
export function metricOfSeries(name: string, isKnown: (name: string) => boolean): string {
  return isKnown(name) ? name : name.replace(PARTS, '');
}
