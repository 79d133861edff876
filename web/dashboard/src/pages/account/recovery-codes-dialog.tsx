import { CopyButton } from '../../parts/copy-field.tsx';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import { useWords } from '../../words/use-words.tsx';
import styles from './account-page.module.css';

type Props = { readonly codes: readonly string[]; readonly onClose: () => void };

export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const words = useWords().account;
  return (
    <ShownOnceDialog
      title={words.codesTitle}
      hint={words.codesHint}
      done={words.codesSaved}
      onClose={onClose}
      actions={<CopyButton text={codes.join('\n')} what={words.codesTitle} />}
    >
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </ShownOnceDialog>
  );
}
