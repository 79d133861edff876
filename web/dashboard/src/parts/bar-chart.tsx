import { scaleBand, scaleLinear } from 'd3-scale';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useWords } from '../words/use-words.tsx';
import styles from './charts.module.css';

const HEIGHT = 220;
const TOP = 12;
const BOTTOM = 28;
const LABEL_WIDTH = 80;
const TICKS = 4;
const NARROWEST_SLOT = 80;

type Series = {
  readonly name: string;
  /** The first is drawn behind the second, which is a part of it. */
  readonly tone: 'soft' | 'accent';
  readonly values: readonly (number | null)[];
};
type Props = {
  /** What is shown, in one sentence. */
  readonly label: string;
  readonly names: readonly string[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  /** For the axis, where space is scarce. */
  readonly shortFormat?: (value: number) => string;
};

/** Bars over time; the numbers are also in a table. A value that is null is unknown and has no bar. */
export function BarChart({ label, names, series, format, shortFormat = format }: Props) {
  const [box, width] = useWidth<HTMLDivElement>();
  const largest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const highest = Math.max(TICKS, largest);
  const y = scaleLinear([0, highest], [HEIGHT - BOTTOM, TOP]).nice(TICKS);
  const x = scaleBand(
    names.map((_, i) => i),
    [LABEL_WIDTH, Math.max(width, LABEL_WIDTH)],
  ).padding(0.25);
  const every = Math.max(1, Math.ceil((names.length * NARROWEST_SLOT) / (width - LABEL_WIDTH)));
  return (
    <figure className={styles.figure}>
      <div ref={box} className={styles.box}>
        {width > 0 && (
          <svg width={width} height={HEIGHT} role="img" aria-label={label}>
            {(largest > 0 ? y.ticks(TICKS) : [0]).map((tick) => (
              <g key={tick} transform={`translate(0 ${y(tick)})`}>
                <line x1={LABEL_WIDTH} x2={width} className={styles.line} />
                <text x={LABEL_WIDTH - 8} dy="0.32em" className={styles.yLabel}>
                  {shortFormat(tick)}
                </text>
              </g>
            ))}
            {series.map(({ name, tone, values }) =>
              values.map((value, i) => (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in time.
                  key={`${name} ${i}`}
                  x={x(i)}
                  y={y(value ?? 0)}
                  width={x.bandwidth()}
                  height={HEIGHT - BOTTOM - y(value ?? 0)}
                  rx={2}
                  className={styles[tone]}
                >
                  <title>{`${names[i]} · ${name}: ${value === null ? '—' : format(value)}`}</title>
                </rect>
              )),
            )}
            {names.map((name, i) =>
              i % every === 0 ? (
                <text
                  key={name}
                  y={HEIGHT - 8}
                  {...placeOf((x(i) ?? 0) + x.bandwidth() / 2, width)}
                >
                  {name}
                </text>
              ) : null,
            )}
          </svg>
        )}
      </div>
      <ul className={styles.legend}>
        {series.map(({ name, tone }) => (
          <li key={name}>
            <span className={`${styles.swatch} ${styles[`${tone}Swatch`]}`} /> {name}
          </li>
        ))}
      </ul>
      <ChartTable
        caption={label}
        names={names}
        columns={series.map(({ name, values }) => ({
          name,
          values: values.map((value) => (value === null ? '—' : format(value))),
        }))}
      />
    </figure>
  );
}

/** Below the middle of its bar, or where that would cut it off, up to the edge. */
function placeOf(middle: number, width: number) {
  const isCutOff = middle + NARROWEST_SLOT / 2 > width;
  return isCutOff
    ? { x: width, className: styles.lastLabel }
    : { x: middle, className: styles.xLabel };
}

/** The width of an element in pixels, so that a chart's text keeps its size. 0 until it is known. */
function useWidth<E extends Element>(): [RefObject<E | null>, number] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

type TableProps = {
  readonly caption: string;
  readonly names: readonly string[];
  readonly columns: readonly { readonly name: string; readonly values: readonly string[] }[];
};

/** The numbers of a chart, for those who cannot see it or want them exact. */
function ChartTable({ caption, names, columns }: TableProps) {
  const words = useWords();
  return (
    <details className={styles.details}>
      <summary>{words.common.dataTable}</summary>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.charts.when}</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name, i) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {columns.map((column) => (
                <td key={column.name}>{column.values[i]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
