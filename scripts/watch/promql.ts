import type { Figure } from './figures.ts';

const WINDOW = '1m';

/** The figure as a query; it has one value, or none. */
export function promqlOf(figure: Figure): string {
  return figure.isZeroWhenAbsent ? `${queryOf(figure)} or vector(0)` : queryOf(figure);
}

function queryOf({ kind, metric, labels = {} }: Figure): string {
  const matchers = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const selector = (name: string) => `${name}{${matchers.join(', ')}}`;
  switch (kind) {
    case 'rate':
      return `sum(rate(${selector(metric)}[${WINDOW}]))`;
    case 'max':
    case 'sum':
      return `${kind}(${selector(metric)})`;
    case 'zeros':
      return `count(${selector(metric)} == 0) or vector(0)`;
    case 'p99':
      // Without observations it is no number, which is not at least 0.
      return `histogram_quantile(0.99, sum by (le) (rate(${selector(`${metric}_bucket`)}[${WINDOW}]))) >= 0`;
    case 'since':
      return `time() - max(${selector(metric)})`;
    case 'until':
      return `min(${selector(metric)}) - time()`;
  }
}
