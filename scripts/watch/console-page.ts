import { type Figure, GROUPS } from './figures.ts';
import { promqlOf } from './promql.ts';

/** deploy/prometheus/consoles/entrada.html: a page that Prometheus serves itself, with the same figures as `npm run watch`. */
export function consolePage(): string {
  const groups = GROUPS.map(
    ({ title, figures }) => `<section>
<h2>${title}</h2>
<table>
${figures.map(rowOf).join('\n')}
</table>
</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="5">
<meta name="viewport" content="width=device-width">
<title>Entrada: money path</title>
<style>
body { font: 16px/1.4 system-ui, sans-serif; margin: 1.5rem; color: #1b1f24; background: #fff; }
main { display: grid; grid-template-columns: repeat(auto-fit, minmax(22rem, 1fr)); gap: 1rem 2rem; }
h1 { font-size: 1.4rem; margin: 0 0 1rem; }
h2 { font-size: 1rem; margin: 0 0 .25rem; }
table { border-collapse: collapse; width: 100%; }
td { padding: .2rem .4rem; border-bottom: 1px solid #d8dee4; }
td + td { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bad td { background: #ffebe9; color: #82071e; font-weight: 600; }
ul { margin: 0; padding-left: 1.2rem; }
</style>
</head>
<body>
<h1>Entrada: money path</h1>
<main>
<section>
<h2>Alerts that fire</h2>
<ul>
{{ range query \`sort(count by (alertname, severity) (ALERTS{alertstate="firing", alertname!="Watchdog"}))\` }}<li>{{ .Labels.alertname }} ({{ .Labels.severity }})</li>
{{ else }}<li>none</li>
{{ end }}</ul>
</section>
${groups.join('\n')}
</main>
</body>
</html>
`;
}

function rowOf(figure: Figure): string {
  const { title, unit } = figure;
  const shown = unit === 's' ? 'humanizeDuration' : 'humanize';
  const suffix = unit === 's' || unit === '' ? '' : unit === '/s' ? unit : ` ${unit}`;
  return `{{ with query \`${promqlOf(figure)}\` }}{{ $value := . | first | value }}<tr${badClass(figure)}><td>${title}</td><td>{{ $value | ${shown} }}${suffix}</td></tr>{{ else }}<tr><td>${title}</td><td>no data</td></tr>{{ end }}`;
}

function badClass({ badAbove, badBelow }: Figure): string {
  const float = (bound: number) => bound.toFixed(1);
  if (badAbove !== undefined) {
    return `{{ if gt $value ${float(badAbove)} }} class="bad"{{ end }}`;
  }
  return badBelow === undefined ? '' : `{{ if lt $value ${float(badBelow)} }} class="bad"{{ end }}`;
}
