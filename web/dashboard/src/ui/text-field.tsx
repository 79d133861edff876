import { type ComponentProps, useState } from 'react';
import { useWords } from '../words/use-words.tsx';
import { IconButton } from './button.tsx';
import { Field } from './field.tsx';
import styles from './text-field.module.css';

type Texts = {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly optional?: boolean | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
};
type Props = Texts & Omit<ComponentProps<'input'>, keyof Texts | 'id' | 'className'>;

export function TextField({ label, hint, error, optional, value, onChange, ...rest }: Props) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(input) => (
        <input
          {...rest}
          {...input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Can be shown, pasted into and filled by a password manager. */
export function PasswordField({ label, hint, error, value, onChange, ...rest }: Props) {
  const words = useWords();
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(input) => (
        <div className={styles.password}>
          <input
            {...rest}
            {...input}
            type={isShown ? 'text' : 'password'}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <IconButton
            icon="eye"
            label={isShown ? words.common.hide : words.common.show}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  );
}

type AreaProps = Texts & Omit<ComponentProps<'textarea'>, keyof Texts | 'id' | 'className'>;

export function TextArea({ label, hint, error, optional, value, onChange, ...rest }: AreaProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(input) => (
        <textarea
          rows={3}
          {...rest}
          {...input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
