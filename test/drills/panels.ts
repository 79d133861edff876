import { DASHBOARDS } from '../../deploy/monitoring/dashboards/all.ts';

type Query = { readonly where: string; readonly expr: string };

/** Panels that may be empty in a drill, and why. */
export const EMPTY: Readonly<Record<string, string>> = {
  'runtime: Connections refused and streams ended 2': 'no stream has ended yet',
  'runtime: Connections refused and streams ended 3': 'no stream has ended yet',
};

/** Every query of every dashboard, with the variables that Grafana would fill in. */
export const PANEL_QUERIES: readonly Query[] = DASHBOARDS.flatMap(({ name, panels }) =>
  panels.flatMap(({ title, queries }) =>
    queries.map(({ expr }, index) => ({
      where: `${name}: ${title}${queries.length > 1 ? ` ${index + 1}` : ''}`,
      expr: expr
        .replaceAll('$namespace', '.*')
        .replaceAll('$job', '.*')
        .replaceAll('$__rate_interval', '10m'),
    })),
  ),
);
