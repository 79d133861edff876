import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import { useWords } from '../../words/use-words.tsx';
import styles from './keys-page.module.css';

type Props = { readonly value: string; readonly onClose: () => void };

export function ShownKeyDialog({ value, onClose }: Props) {
  const words = useWords().keys;
  return (
    <ShownOnceDialog title={words.done} hint={words.onceHint} done={words.close} onClose={onClose}>
      <div className={styles.shown}>
        <CopyField whole text={value} what={words.key} />
        <h3>{words.curl}</h3>
        <CodeBlock code={curl(value)} what="curl" />
      </div>
    </ShownOnceDialog>
  );
}

function curl(key: string): string {
  return `curl -X POST ${location.origin}/api/deposit \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"value": 5000}'`;
}
