import type { ApiKey } from '@entrada/client/gen/api';
import { api } from '../../api/api.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useFormats, useWords } from '../../words/use-words.tsx';
import { useRefreshKeys } from './use-keys.ts';

/** A day to put the new key everywhere. */
const OVERLAP_SECONDS = 86_400;

type Props = { readonly apiKey: ApiKey; readonly onClose: () => void };
type DialogProps = Props & { readonly open: boolean };

export function RevokeKey({ apiKey, open, onClose }: DialogProps) {
  const words = useWords().keys;
  const refresh = useRefreshKeys();
  return (
    <Confirm
      danger
      open={open}
      onClose={onClose}
      title={words.revokeTitle(apiKey.name)}
      hint={words.revokeHint}
      action={words.revoke}
      onConfirm={async () => {
        await api.request('DELETE /api/keys/{keyId}', { path: { keyId: apiKey.id } });
        notify(words.revokedNote);
        await refresh();
      }}
    />
  );
}

export function RotateKey({
  apiKey,
  open,
  onClose,
  onKey,
}: DialogProps & { readonly onKey: (key: string) => void }) {
  const words = useWords().keys;
  const { moment } = useFormats();
  const refresh = useRefreshKeys();
  const until = moment(Date.now() + OVERLAP_SECONDS * 1_000);
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={words.rotateTitle(apiKey.name)}
      hint={words.rotateHint(until)}
      action={words.rotate}
      onConfirm={async () => {
        const path = { keyId: apiKey.id };
        const body = { overlapSeconds: OVERLAP_SECONDS };
        const { key } = await api.request('POST /api/keys/{keyId}/rotate', { path, body });
        onKey(key);
        await refresh();
      }}
    />
  );
}

export function RenameKeyDialog({ apiKey, onClose }: Props) {
  const words = useWords();
  const refresh = useRefreshKeys();
  const form = useForm({
    initial: { name: apiKey.name },
    check: ({ name }) => (name.trim() ? {} : { name: words.common.required }),
    async submit({ name }) {
      const path = { keyId: apiKey.id };
      await api.request('PATCH /api/keys/{keyId}', { path, body: { name: name.trim() } });
      notify(words.keys.renamed);
      await refresh();
      onClose();
    },
  });
  return (
    <DialogForm form={form} action={words.common.save} title={words.keys.rename} onClose={onClose}>
      <TextField {...form.field('name')} label={words.keys.name} />
    </DialogForm>
  );
}
