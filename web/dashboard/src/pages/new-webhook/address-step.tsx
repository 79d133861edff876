import type { Webhook } from '@entrada/client/gen/api';
import { api } from '../../api/api.ts';
import { useRefreshWebhooks } from '../../api/use-webhooks.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/use-words.tsx';
import { EndpointFields, useEndpointForm } from './endpoint-form.tsx';

type OnCreated = (webhook: Webhook, secret: string) => void;

export function AddressStep({ onCreated }: { readonly onCreated: OnCreated }) {
  const words = useWords();
  const form = useNewWebhookForm(onCreated);
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
        <EndpointFields form={form} />
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
  const refresh = useRefreshWebhooks();
  return useEndpointForm({
    initial: { name: '', url: '', events: ['DEPOSIT_ASSET_SUCCESS'] },
    async submit({ authorization, ...endpoint }) {
      const body = { ...endpoint, enabled: false, ...(authorization ? { authorization } : {}) };
      const { webhook, secret } = await api.request('POST /api/webhooks', { body });
      onCreated(webhook, secret);
      await refresh();
    },
  });
}
