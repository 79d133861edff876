import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import styles from './sparkline.module.css';

const WIDTH = 120;
const HEIGHT = 32;
const EDGE = 2;

type Props = {
  readonly values: readonly number[];
  /** What it shows, with its numbers: the line alone says nothing to a screen reader. */
  readonly label: string;
  readonly tone?: 'accent' | 'failed';
};

/** How something went lately, in a line: `<Sparkline values={perHour} label={...} />`. */
export function Sparkline({ values, label, tone = 'accent' }: Props) {
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [EDGE, WIDTH - EDGE]);
  const y = scaleLinear([0, Math.max(1, ...values)], [HEIGHT - EDGE, EDGE]);
  const xOf = (_value: number, i: number) => x(i);
  const path = line<number>(xOf, y)([...values]) ?? '';
  const ground = area<number>(xOf, HEIGHT, y)([...values]) ?? '';
  return (
    <svg
      className={`${styles.sparkline} ${styles[tone]}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <path d={ground} className={styles.ground} />
      <path d={path} className={styles.line} />
    </svg>
  );
}
