import { Link } from '@tanstack/react-router';
import { useFormats } from '../words/use-words.tsx';
import styles from './funnel.module.css';

type Step = {
  readonly name: string;
  /** Null: unknown for now. */
  readonly count: number | null;
  readonly note?: string;
  /** The list that the step counts. */
  readonly to?: string;
};

const WHOLE = 100;

/** Steps that each keep a part of the first: `<Funnel steps={[{ name, count, to }]} />`. */
export function Funnel({ steps }: { readonly steps: readonly Step[] }) {
  const first = steps[0]?.count ?? 0;
  return (
    <ol className={styles.funnel}>
      {steps.map((step) => (
        <li key={step.name} className={styles.step}>
          <FunnelStep
            step={step}
            share={step.count === null || !first ? null : step.count / first}
          />
        </li>
      ))}
    </ol>
  );
}

function FunnelStep({ step, share }: { readonly step: Step; readonly share: number | null }) {
  const formats = useFormats();
  const { name, count, note, to } = step;
  return (
    <>
      <div className={styles.head}>
        {to ? <Link to={to}>{name}</Link> : <span>{name}</span>}
        <span>
          <strong>{count === null ? '—' : formats.number(count)}</strong>
          {share !== null && <span className={styles.share}> {formats.percent(share)}</span>}
        </span>
      </div>
      <div className={styles.track} aria-hidden="true">
        <div className={styles.bar} style={{ width: `${(share ?? 0) * WHOLE}%` }} />
      </div>
      {note && <p className={styles.note}>{note}</p>}
    </>
  );
}
