import { type ClipboardEvent, useState } from 'react';
import { centsOfPasted, centsOfTyped } from '../parts/amount.ts';
import { useFormats, useWords } from '../words/use-words.tsx';
import styles from './amount-field.module.css';
import { classNames } from './class-names.ts';
import { Field } from './field.tsx';

type Props = {
  readonly label: string;
  /** Cents; null: empty. */
  readonly value: number | null;
  readonly onChange: (cents: number | null) => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly large?: boolean;
};

/** An amount typed from the right, as on a payment terminal; pasted amounts are read as reais. */
export function AmountField({ label, value, onChange, hint, error, large = false }: Props) {
  const words = useWords();
  const formats = useFormats();
  const [isRefused, setRefused] = useState(false);

  function paste(event: ClipboardEvent): void {
    event.preventDefault();
    const cents = centsOfPasted(event.clipboardData.getData('text'));
    setRefused(cents === null);
    if (cents !== null) onChange(cents);
  }

  const refused = isRefused ? words.common.amountInvalid : undefined;
  return (
    <Field label={label} hint={hint ?? words.common.amountHint} error={error ?? refused}>
      {(input) => (
        <input
          {...input}
          className={classNames(input.className, styles.amount, large && styles.large)}
          inputMode="numeric"
          autoComplete="off"
          placeholder={formats.money(0)}
          value={value === null ? '' : formats.money(value)}
          onPaste={paste}
          onChange={(event) => {
            setRefused(false);
            onChange(centsOfTyped(event.target.value));
          }}
        />
      )}
    </Field>
  );
}
