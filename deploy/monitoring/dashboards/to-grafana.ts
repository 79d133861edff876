import type { Dashboard, Panel, Query, Unit } from './panel.ts';

const SCHEMA_VERSION = 39;
const COLUMNS = 24;
const SIZES = { figure: { w: 4, h: 4 }, graph: { w: 12, h: 8 } } as const;
const DATASOURCE = { type: 'prometheus', uid: '$' + '{datasource}' } as const;
/** Units that Grafana has no name for. */
const OWN_UNITS: Partial<Record<Unit, string>> = { cents: 'suffix: cents' };

/** The dashboard as Grafana imports it; the same input gives the same text. */
export function toGrafana({ name, title, panels }: Dashboard): object {
  return {
    uid: `entrada-${name}`,
    title: `Entrada / ${title}`,
    tags: ['entrada'],
    schemaVersion: SCHEMA_VERSION,
    version: 1,
    editable: true,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-1h', to: 'now' },
    timezone: 'browser',
    templating: { list: [datasourceVariable(), variable('namespace'), variable('job')] },
    links: [
      {
        type: 'dashboards',
        title: 'Entrada',
        tags: ['entrada'],
        asDropdown: true,
        keepTime: true,
        includeVars: true,
      },
    ],
    annotations: { list: [firingAlerts()] },
    panels: placed(panels),
  };
}

function datasourceVariable(): object {
  return { name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' };
}

/** All is any value or none: a Prometheus outside of Kubernetes has no namespaces. */
function variable(label: string): object {
  return {
    name: label,
    type: 'query',
    datasource: DATASOURCE,
    query: { query: `label_values(build_info, ${label})`, refId: label },
    refresh: 2,
    includeAll: true,
    allValue: '.*',
    current: { selected: true, text: 'All', value: '$__all' },
    multi: false,
  };
}

function firingAlerts(): object {
  return {
    name: 'alerts',
    enable: true,
    datasource: DATASOURCE,
    expr: 'ALERTS{alertstate="firing", alertname!="Watchdog"}',
    titleFormat: '{{alertname}}',
    iconColor: 'red',
  };
}

/** From left to right, as many as fit in a line. */
function placed(panels: readonly Panel[]): object[] {
  let [x, y, lineHeight] = [0, 0, 0];
  return panels.map((panel, index) => {
    const { w, h } = SIZES[panel.kind];
    if (x + w > COLUMNS || (lineHeight > 0 && lineHeight !== h)) {
      [x, y, lineHeight] = [0, y + lineHeight, 0];
    }
    const gridPos = { x, y, w, h };
    [x, lineHeight] = [x + w, h];
    return panelOf(panel, { id: index + 1, gridPos });
  });
}

function panelOf({ title, meaning, kind, unit, queries }: Panel, place: object): object {
  return {
    ...place,
    type: kind === 'figure' ? 'stat' : 'timeseries',
    title,
    description: meaning,
    datasource: DATASOURCE,
    fieldConfig: {
      defaults: { unit: OWN_UNITS[unit] ?? unit, min: 0 },
      overrides: [],
    },
    options:
      kind === 'figure'
        ? { reduceOptions: { calcs: ['lastNotNull'] }, graphMode: 'area' }
        : { legend: { displayMode: 'table', placement: 'bottom', calcs: ['max', 'lastNotNull'] } },
    targets: queries.map(target),
  };
}

function target({ expr, legend }: Query, index: number): object {
  const refId = String.fromCharCode('A'.charCodeAt(0) + index);
  return { refId, datasource: DATASOURCE, expr, legendFormat: legend };
}
