import { CopyField } from '../../parts/copy-field.tsx';
import { VerifyTabs } from '../../parts/verify-tabs.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { useWords } from '../../words/use-words.tsx';
import styles from './new-webhook-page.module.css';

type Props = { readonly secret: string; readonly onDone: () => void };

export function SecretStep({ secret, onDone }: Props) {
  const words = useWords().webhooks;
  return (
    <Card isNextStep title={words.steps.secret}>
      <div className={styles.stack}>
        <p>{words.secretHint}</p>
        <CopyField whole text={secret} what={words.secret} />
        <h3>{words.verify}</h3>
        <VerifyTabs />
        <DialogActions>
          <Button kind="primary" onClick={onDone}>
            {words.copiedSecret}
          </Button>
        </DialogActions>
      </div>
    </Card>
  );
}
