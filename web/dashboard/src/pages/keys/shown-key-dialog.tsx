import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { useWords } from '../../words/use-words.tsx';
import styles from './keys-page.module.css';

type Props = { readonly value: string; readonly onClose: () => void };

/** The only time that a key is seen, so it closes by its button alone. */
export function ShownKeyDialog({ value, onClose }: Props) {
  const words = useWords().keys;
  return (
    <Dialog open firm title={words.done} hint={words.onceHint} onClose={onClose}>
      <div className={styles.shown}>
        <CopyField whole text={value} what={words.key} />
        <h3>{words.curl}</h3>
        <CodeBlock code={curl(value)} what="curl" />
        <DialogActions>
          <Button kind="primary" onClick={onClose}>
            {words.close}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

function curl(key: string): string {
  return `curl -X POST ${location.origin}/api/deposit \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"value": 5000}'`;
}
