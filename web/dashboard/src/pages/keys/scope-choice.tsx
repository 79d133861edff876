import { useWords } from '../../words/use-words.tsx';
import styles from './keys-page.module.css';

type Props = {
  readonly chosen: readonly string[];
  readonly onChange: (scopes: readonly string[]) => void;
  readonly error?: string | undefined;
};

export function ScopeChoice({ chosen, onChange, error }: Props) {
  const words = useWords().keys;
  return (
    <fieldset className={styles.scopes}>
      <legend>{words.scopesLabel}</legend>
      {Object.entries(words.scopes).map(([scope, name]) => (
        <label key={scope} className={styles.scope}>
          <input
            type="checkbox"
            aria-invalid={error ? true : undefined}
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope),
              )
            }
          />
          {name}
        </label>
      ))}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
