import { api } from '../../api/api.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { useWords } from '../../words/use-words.tsx';
import styles from './account-page.module.css';
import { CodeDialog } from './code-dialog.tsx';
import { qrPath } from './qr-path.ts';

export type Enrolment = { readonly secret: string; readonly otpauthUrl: string };
type Props = {
  readonly enrolment: Enrolment;
  readonly onClose: () => void;
  readonly onDone: (recoveryCodes: readonly string[]) => Promise<void>;
};

export function SetUpDialog({ enrolment: { secret, otpauthUrl }, onClose, onDone }: Props) {
  const words = useWords().account;
  const { path, size } = qrPath(otpauthUrl);
  return (
    <CodeDialog
      title={words.twoFactor}
      hint={words.scan}
      onClose={onClose}
      submit={async (code) => {
        const call = 'POST /api/two-factor/confirm';
        await onDone((await api.request(call, { body: { code } })).recoveryCodes);
      }}
    >
      <svg
        className={styles.qr}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={words.qrAlt}
      >
        <path d={path} />
      </svg>
      <CopyField whole text={secret} what={words.secretKey} />
    </CodeDialog>
  );
}
