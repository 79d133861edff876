import { styleText } from 'node:util';
import { type Figure, GROUPS, isBad } from './figures.ts';
import type { Shown } from './sources.ts';

const TITLE_WIDTH = 40;
const VALUE_WIDTH = 12;
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** For people: a line for each figure, those that somebody has to look at marked. */
export function toText({ values, alerts, problems }: Shown): string {
  const groups = GROUPS.map(({ title, figures }) =>
    [styleText('bold', title), ...figures.map((figure) => lineOf(figure, values.get(figure)))].join(
      '\n',
    ),
  );
  const firing = alerts && [
    styleText('bold', 'Alerts that fire'),
    ...(alerts.length === 0 ? ['  none'] : alerts.map((alert) => styleText('red', `! ${alert}`))),
  ];
  const failed = problems.map((problem) => styleText('red', `! ${problem}`));
  return [...failed, ...(firing ? [firing.join('\n')] : []), ...groups].join('\n\n');
}

function lineOf(figure: Figure, value: number | null = null): string {
  const bad = value !== null && isBad(figure, value);
  const text = `${bad ? '!' : ' '} ${figure.title.padEnd(TITLE_WIDTH)}${formatted(figure, value).padStart(VALUE_WIDTH)}`;
  return bad ? styleText('red', text) : text;
}

function formatted({ unit }: Figure, value: number | null): string {
  if (value === null) return 'no data';
  if (unit === 's') return duration(value);
  const digits = unit === '/s' ? value.toFixed(2) : String(Math.round(value));
  return unit === '/s' ? `${digits}/s` : `${digits}${unit === '' ? '' : ` ${unit}`}`;
}

function duration(seconds: number): string {
  if (Math.abs(seconds) < 1) return `${Math.round(seconds * 1_000)} ms`;
  if (Math.abs(seconds) < 2 * MINUTE_S) return `${seconds.toFixed(1)} s`;
  if (Math.abs(seconds) < 2 * HOUR_S) return `${Math.round(seconds / MINUTE_S)} min`;
  if (Math.abs(seconds) < 2 * DAY_S) return `${Math.round(seconds / HOUR_S)} h`;
  return `${Math.round(seconds / DAY_S)} d`;
}

/** For programs: one object in one line. */
export function toJson({ values, alerts, problems }: Shown): string {
  const groups = GROUPS.map(({ title, figures }) => ({
    title,
    figures: figures.map((figure) => {
      const value = values.get(figure) ?? null;
      const bad = value !== null && isBad(figure, value);
      return { title: figure.title, unit: figure.unit, value, bad };
    }),
  }));
  return JSON.stringify({ groups, alerts, problems });
}
