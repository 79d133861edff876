import { CATALOGUE, OF_PROM_CLIENT } from '../../deploy/monitoring/catalogue.ts';
import { metricOfSeries } from '../../deploy/monitoring/selectors.ts';
import { type Series, seriesIn } from '../../packages/launcher/src/watch/read-figures.ts';

/** Every label that the catalogue does not list, or that has a value which it does not. */
export function unlistedIn(text: string): string[] {
  return seriesIn(text).flatMap((series) =>
    OF_PROM_CLIENT.test(series.name) ? [] : problemsOf(series),
  );
}

function problemsOf({ name, labels }: Series): string[] {
  const listed = CATALOGUE[metricOfSeries(name, (known) => known in CATALOGUE)];
  if (!listed) return [`${name} is not in the catalogue`];
  return Object.entries(labels)
    .filter(([label]) => label !== 'service' && label !== 'le')
    .filter(([label, value]) => {
      const values = listed[label];
      return !(values instanceof RegExp ? values.test(value) : values?.includes(value));
    })
    .map(([label, value]) => `${name} has ${label}="${value}"`);
}
