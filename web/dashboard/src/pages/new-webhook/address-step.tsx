import type { Webhook } from '@entrada/client/gen/api';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useRefreshWebhooks } from '../../api/use-webhooks.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useWords } from '../../words/use-words.tsx';
import { EventChoice } from './event-choice.tsx';
import { useUrlWords } from './use-url-words.ts';

type OnCreated = (webhook: Webhook, secret: string) => void;

export function AddressStep({ onCreated }: { readonly onCreated: OnCreated }) {
  const words = useWords();
  const urlWords = useUrlWords();
  const { form, events, setEvents } = useNewWebhookForm(onCreated);
  const actions = (
    <DialogActions>
      <Button type="submit" kind="primary" running={form.isRunning}>
        {words.webhooks.create}
      </Button>
      <ButtonLink to="/webhooks">{words.common.cancel}</ButtonLink>
    </DialogActions>
  );
  return (
    <Card title={words.webhooks.steps.url}>
      <Form form={form} actions={actions}>
        <TextField {...form.field('name')} label={words.webhooks.name} />
        <TextField
          {...form.field('url')}
          type="url"
          inputMode="url"
          autoComplete="off"
          label={words.webhooks.url}
          hint={urlWords.hint}
        />
        <EventChoice chosen={events} onChange={setEvents} error={form.field('events').error} />
        <TextField
          {...form.field('authorization')}
          optional
          autoComplete="off"
          label={words.webhooks.authorization}
          hint={words.webhooks.authorizationHint}
        />
      </Form>
    </Card>
  );
}

function useNewWebhookForm(onCreated: OnCreated) {
  const words = useWords();
  const urlWords = useUrlWords();
  const refresh = useRefreshWebhooks();
  const [events, setEvents] = useState<readonly string[]>(['DEPOSIT_ASSET_SUCCESS']);
  const form = useForm({
    initial: { name: '', url: '', authorization: '', events: '' },
    check: ({ name, url }) => ({
      ...(name.trim() ? {} : { name: words.common.required }),
      ...(URL.canParse(url.trim()) ? {} : { url: urlWords.hint }),
      ...(events.length > 0 ? {} : { events: words.webhooks.eventsMissing }),
    }),
    explain: (code) => (code === 'invalid_url' ? { url: urlWords.refused } : null),
    async submit({ name, url, authorization }) {
      const body = {
        name: name.trim(),
        url: url.trim(),
        events,
        enabled: false,
        ...(authorization ? { authorization } : {}),
      };
      const { webhook, secret } = await api.request('POST /api/webhooks', { body });
      onCreated(webhook, secret);
      await refresh();
    },
  });
  return { form, events, setEvents };
}
