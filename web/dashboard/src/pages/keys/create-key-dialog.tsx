import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Checkboxes, Choices } from '../../ui/checkboxes.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useWords } from '../../words/use-words.tsx';
import { expiryAfter } from './key-state.ts';
import { useRefreshKeys } from './use-keys.ts';

const EXPIRY_DAYS = ['0', '30', '90', '365'] as const;

type Props = { readonly onClose: () => void; readonly onCreated: (key: string) => void };

export function CreateKeyDialog({ onClose, onCreated }: Props) {
  const words = useWords();
  const { form, scopes, setScopes } = useNewKeyForm(onCreated);
  const days = form.field('days');
  return (
    <DialogForm form={form} action={words.keys.create} title={words.keys.create} onClose={onClose}>
      <TextField {...form.field('name')} label={words.keys.name} hint={words.keys.nameHint} />
      <ScopeChoice chosen={scopes} onChange={setScopes} error={form.field('scopes').error} />
      <Field label={words.keys.expiryLabel}>
        {({ id }) => (
          <Select
            id={id}
            label={words.keys.expiryLabel}
            options={EXPIRY_DAYS.map((value) => ({ value, label: words.keys.expiry[value] }))}
            value={days.value as (typeof EXPIRY_DAYS)[number]}
            onChange={days.onChange}
          />
        )}
      </Field>
      <TextArea
        {...form.field('allowedIps')}
        optional
        label={words.keys.allowedIps}
        hint={words.keys.allowedIpsHint}
      />
    </DialogForm>
  );
}

function useNewKeyForm(onCreated: (key: string) => void) {
  const words = useWords();
  const refresh = useRefreshKeys();
  const [scopes, setScopes] = useState<readonly string[]>(Object.keys(words.keys.scopes));
  const form = useForm({
    initial: { name: '', days: '0', allowedIps: '', scopes: '' },
    check: ({ name }) => ({
      ...(name.trim() ? {} : { name: words.common.required }),
      ...(scopes.length > 0 ? {} : { scopes: words.keys.scopesMissing }),
    }),
    async submit({ name, days, allowedIps }) {
      const expiresAt = expiryAfter(Number(days), Date.now());
      const body = {
        name: name.trim(),
        scopes,
        ...(expiresAt ? { expiresAt } : {}),
        ...(allowedIps.trim() ? { allowedIps: allowedIps.trim().split(/[\s,;]+/) } : {}),
      };
      const { key } = await api.request('POST /api/keys', { body });
      onCreated(key);
      await refresh();
    },
  });
  return { form, scopes, setScopes };
}

type ScopeChoiceProps = {
  readonly chosen: readonly string[];
  readonly onChange: (scopes: readonly string[]) => void;
  readonly error?: string | undefined;
};

function ScopeChoice({ chosen, onChange, error }: ScopeChoiceProps) {
  const words = useWords().keys;
  const options = Object.entries(words.scopes).map(([value, label]) => ({ value, label }));
  return (
    <Choices legend={words.scopesLabel} error={error}>
      <Checkboxes
        options={options}
        chosen={chosen}
        onChange={onChange}
        isInvalid={Boolean(error)}
      />
    </Choices>
  );
}
