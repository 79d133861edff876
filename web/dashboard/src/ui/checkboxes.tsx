import type { ReactNode } from 'react';
import styles from './checkboxes.module.css';

type Option = {
  readonly value: string;
  readonly label: ReactNode;
  /** Shown below it while it is chosen. */
  readonly detail?: ReactNode;
};
type Props = {
  readonly options: readonly Option[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly isInvalid: boolean;
};

/** Any number of choices, inside a `Choices`. */
export function Checkboxes({ options, chosen, onChange, isInvalid }: Props) {
  const choose = (value: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, value] : chosen.filter((other) => other !== value));
  return options.map(({ value, label, detail }) => (
    <div key={value}>
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={chosen.includes(value)}
          aria-invalid={isInvalid || undefined}
          onChange={({ target }) => choose(value, target.checked)}
        />
        <span>{label}</span>
      </label>
      {chosen.includes(value) && detail}
    </div>
  ));
}

type ChoicesProps = {
  readonly legend: string;
  readonly error: string | undefined;
  readonly children: ReactNode;
};

/** The frame of choices that belong together, with what is wrong with them. */
export function Choices({ legend, error, children }: ChoicesProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {children}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
