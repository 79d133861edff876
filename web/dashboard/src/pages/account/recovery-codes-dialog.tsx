import { CopyButton } from '../../parts/copy-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { useWords } from '../../words/use-words.tsx';
import styles from './account-page.module.css';

type Props = { readonly codes: readonly string[]; readonly onClose: () => void };

/** Shown once, so it closes by its button alone. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const words = useWords().account;
  return (
    <Dialog open firm title={words.codesTitle} hint={words.codesHint} onClose={onClose}>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          {words.codesSaved}
        </Button>
        <CopyButton text={codes.join('\n')} what={words.codesTitle} />
      </DialogActions>
    </Dialog>
  );
}
