import type { Webhook } from '@entrada/client/gen/api';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useRefreshWebhooks } from '../../api/use-webhooks.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useWords } from '../../words/use-words.tsx';
import { EventChoice } from '../new-webhook/event-choice.tsx';
import { useUrlWords } from '../new-webhook/use-url-words.ts';

type Props = { readonly webhook: Webhook; readonly onClose: () => void };

export function ChangeDialog({ webhook, onClose }: Props) {
  const words = useWords();
  const urlWords = useUrlWords();
  const refresh = useRefreshWebhooks();
  const [events, setEvents] = useState(webhook.events);
  const form = useForm({
    initial: { name: webhook.name, url: webhook.url, events: '' },
    check: ({ name, url }) => ({
      ...(name.trim() ? {} : { name: words.common.required }),
      ...(URL.canParse(url.trim()) ? {} : { url: urlWords.hint }),
      ...(events.length > 0 ? {} : { events: words.webhooks.eventsMissing }),
    }),
    explain: (code) => (code === 'invalid_url' ? { url: urlWords.refused } : null),
    async submit({ name, url }) {
      const changed = url.trim() === webhook.url ? {} : { url: url.trim() };
      const body = { name: name.trim(), events, ...changed };
      const path = { webhookId: webhook.id };
      await api.request('PATCH /api/webhooks/{webhookId}', { path, body });
      notify(words.webhooks.changed);
      await refresh();
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      action={words.common.save}
      title={words.webhooks.change}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label={words.webhooks.name} />
      <TextField
        {...form.field('url')}
        type="url"
        label={words.webhooks.url}
        hint={urlWords.hint}
      />
      <EventChoice chosen={events} onChange={setEvents} error={form.field('events').error} />
    </DialogForm>
  );
}
