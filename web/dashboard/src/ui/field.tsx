import { type ReactNode, useId } from 'react';
import { useWords } from '../words/use-words.tsx';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

/** To be spread on the input itself. */
type FieldInput = {
  readonly id: string;
  readonly className: string | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
};
type Props = {
  readonly label: string;
  /** The rule, said before there is an error. */
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly optional?: boolean | undefined;
  readonly children: (input: FieldInput) => ReactNode;
};

/** Label, rule and error of one input, tied to it for screen readers. */
export function Field({ label, hint, error, optional = false, children }: Props) {
  const id = useId();
  const words = useWords();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> ({words.common.optional})</span>}
      </label>
      {children({
        id,
        className: styles.input,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <Icon name="alert" size={16} /> <span>{error}</span>
        </p>
      )}
    </div>
  );
}
