import { useDeployment } from '../api/use-deployment.ts';
import { useWords } from '../words/use-words.tsx';
import styles from './test-stripe.module.css';

/** Always in sight while the bank is the sandbox. */
export function TestStripe() {
  const { shell } = useWords();
  const { data } = useDeployment();
  if (!data || (data.mode === 'live' && !data.sandbox)) return null;
  return (
    <header className={styles.stripe} data-test-stripe>
      <strong>{shell.testMode}</strong> <span>{shell.testModeHint}</span>
    </header>
  );
}
