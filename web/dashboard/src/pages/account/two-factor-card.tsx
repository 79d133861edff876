import type { Account } from '@entrada/client/gen/api';
import { useQueryClient } from '@tanstack/react-query';
import { create } from 'qrcode';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/api.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { CopyButton, CopyField } from '../../parts/copy-field.tsx';
import { Badge } from '../../parts/status.tsx';
import { CodeField } from '../../session/code-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useForm } from '../../ui/use-form.ts';
import { useWords } from '../../words/use-words.tsx';
import styles from './account-page.module.css';

type Step = 'disable' | 'new-codes';

export function TwoFactorCard({ account }: { readonly account: Account }) {
  const words = useWords().account;
  const queries = useQueryClient();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [step, setStep] = useState<Step | null>(null);
  const { error, attempt } = useAttempt();
  const refresh = () => queries.invalidateQueries({ queryKey: queryKeys.account });
  const show = async (recoveryCodes: readonly string[]) => {
    setEnrolment(null);
    setStep(null);
    setCodes(recoveryCodes);
    await refresh();
  };

  const begin = async () => setEnrolment(await api.request('POST /api/two-factor', { body: {} }));
  return (
    <Card title={words.twoFactor}>
      <div className={styles.stack}>
        <State account={account} />
        <ErrorNote error={error} />
        <div className={styles.row}>
          {account.twoFactor ? (
            <>
              <Button onClick={() => setStep('new-codes')}>{words.newCodes}</Button>
              <Button onClick={() => setStep('disable')}>{words.disable}</Button>
            </>
          ) : (
            <Button onClick={() => attempt(begin)}>{words.enable}</Button>
          )}
        </div>
      </div>
      {enrolment && (
        <SetUpDialog enrolment={enrolment} onClose={() => setEnrolment(null)} onDone={show} />
      )}
      {step === 'new-codes' && (
        <CodeDialog
          title={words.newCodes}
          onClose={() => setStep(null)}
          submit={async (code) => {
            const call = 'POST /api/two-factor/recovery-codes';
            await show((await api.request(call, { body: { code } })).recoveryCodes);
          }}
        />
      )}
      {step === 'disable' && (
        <CodeDialog
          title={words.disableTitle}
          onClose={() => setStep(null)}
          submit={async (code) => {
            await api.request('DELETE /api/two-factor', { body: { code } });
            setStep(null);
            notify(words.changed);
            await refresh();
          }}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  );
}

function State({ account: { twoFactor, recoveryCodesLeft } }: { readonly account: Account }) {
  const words = useWords().account;
  return (
    <>
      <div className={styles.row}>
        <Badge tone={twoFactor ? 'paid' : 'quiet'}>
          {twoFactor ? words.twoFactorOn : words.twoFactorOff}
        </Badge>
        {recoveryCodesLeft !== null && <span>{words.codesLeft(recoveryCodesLeft)}</span>}
      </div>
      <p className={styles.soft}>{words.twoFactorHint}</p>
    </>
  );
}

type Enrolment = { readonly secret: string; readonly otpauthUrl: string };
type SetUpDialogProps = {
  readonly enrolment: Enrolment;
  readonly onClose: () => void;
  readonly onDone: (recoveryCodes: readonly string[]) => Promise<void>;
};

function SetUpDialog({ enrolment: { secret, otpauthUrl }, onClose, onDone }: SetUpDialogProps) {
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

/** White around the code, in modules, without which scanners do not find it. */
const QUIET_ZONE = 4;

/** A QR code as the path of an SVG, one square per dark module. */
function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const dark = Array.from({ length: size * size }, (_, i) => i).filter((i) => modules.data[i]);
  const path = dark
    .map((i) => `M${(i % size) + QUIET_ZONE} ${Math.floor(i / size) + QUIET_ZONE}h1v1h-1z`)
    .join('');
  return { path, size: size + 2 * QUIET_ZONE };
}

type RecoveryCodesDialogProps = { readonly codes: readonly string[]; readonly onClose: () => void };

function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
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

type Props = {
  readonly title: string;
  readonly hint?: string;
  readonly onClose: () => void;
  readonly submit: (code: string) => Promise<void>;
  readonly children?: ReactNode;
};

/** Asks for a code of the authenticator before something is done. */
function CodeDialog({ title, hint, onClose, submit, children }: Props) {
  const words = useWords();
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() ? {} : { code: words.common.required }),
    submit: ({ code }) => submit(code.trim()),
  });
  return (
    <DialogForm
      form={form}
      action={words.session.continue}
      title={title}
      hint={hint}
      onClose={onClose}
    >
      {children}
      <CodeField {...form.field('code')} />
    </DialogForm>
  );
}
