import { EntradaError } from '@entrada/client/entrada-error';
import { CopyButton } from '../parts/copy-field.tsx';
import { errorText } from '../words/error-text.ts';
import { useWords } from '../words/use-words.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './states.module.css';

type Props = { readonly error: unknown; readonly onRetry?: (() => unknown) | undefined };

/** What happened, what to do, and the request id for support. */
export function ErrorState({ error, onRetry }: Props) {
  const words = useWords();
  return (
    <div className={styles.state} role="alert">
      <span className={styles.failed}>
        <Icon name="alert" size={24} />
      </span>
      <p className={styles.title}>{words.common.errorTitle}</p>
      <p className={styles.hint}>{errorText(error, words)}</p>
      <RequestId error={error} />
      {onRetry && (
        <div className={styles.action}>
          <Button icon="refresh" onClick={onRetry}>
            {words.common.retry}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The error of a form or a button, in one line beside it. */
export function ErrorNote({ error }: { readonly error: unknown }) {
  const words = useWords();
  if (!error) return null;
  return (
    <div className={styles.note} role="alert">
      <Icon name="alert" />
      <div>
        <p>{errorText(error, words)}</p>
        <RequestId error={error} />
      </div>
    </div>
  );
}

/** Of a bug or an outage; a person who mistyped a password does not need it. */
function RequestId({ error }: { readonly error: unknown }) {
  const words = useWords();
  const isOurs = error instanceof EntradaError && error.status >= 500;
  if (!isOurs || !error.requestId) return null;
  return (
    <p className={styles.request}>
      <code>{error.requestId}</code>
      <CopyButton text={error.requestId} what={words.common.requestId} />
    </p>
  );
}
