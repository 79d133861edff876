import { scaleLinear } from 'd3-scale';
import { useFormats, useWords } from '../words/use-words.tsx';
import styles from './waterfall.module.css';
import { type Timings, waterfallSteps } from './waterfall-steps.ts';

const WHOLE = 100;
/** So that a step of a millisecond is still seen. */
const NARROWEST = 0.8;

/** Where the time of an attempt went: `<Waterfall timings={attempt.timings} />`. */
export function Waterfall({ timings }: { readonly timings: Timings }) {
  const { charts } = useWords();
  const formats = useFormats();
  const steps = waterfallSteps(timings);
  const total = timings.total ?? 0;
  const end = Math.max(1, total, ...steps.map(({ startMs, ms }) => startMs + ms));
  const share = scaleLinear([0, end], [0, WHOLE]);
  const names = { ...charts };
  return (
    <table className={styles.waterfall}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{charts.step}</th>
          <td />
          <th scope="col">{charts.time}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ name, startMs, ms }) => (
          <tr key={name}>
            <th scope="row">{names[name]}</th>
            <td className={styles.track} aria-hidden="true">
              <span
                className={`${styles.bar} ${styles[name]}`}
                style={{
                  marginLeft: `${share(startMs)}%`,
                  width: `${Math.max(NARROWEST, share(ms))}%`,
                }}
              />
            </td>
            <td className={styles.time}>{formats.duration(ms)}</td>
          </tr>
        ))}
        <tr className={styles.total}>
          <th scope="row">{charts.total}</th>
          <td className={styles.note}>
            {timings.dns === null && steps.length > 0 && charts.reused}
          </td>
          <td className={styles.time}>{formats.duration(total)}</td>
        </tr>
      </tbody>
    </table>
  );
}
