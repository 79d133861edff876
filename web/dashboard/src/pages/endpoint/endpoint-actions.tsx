import type { Webhook } from '@entrada/client/gen/api';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useRefreshWebhooks } from '../../api/use-webhooks.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useWords } from '../../words/use-words.tsx';
import { EndpointFields, useEndpointForm } from '../new-webhook/endpoint-form.tsx';
import { ReplayDialog } from './replay-dialog.tsx';

type Action = 'change' | 'replay' | 'recover' | 'rotate' | 'disable' | 'enable' | 'delete';
type Props = { readonly webhook: Webhook };

export function EndpointActions({ webhook }: Props) {
  const words = useWords();
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  const isEnabled = webhook.status === 'ENABLED';
  return (
    <>
      <Button icon="refresh" onClick={() => setAction('recover')}>
        {words.webhooks.recover}
      </Button>
      <Menu trigger={<IconButton icon="more" label={words.common.actions} />}>
        <MenuItem onSelect={() => setAction('change')}>{words.webhooks.change}</MenuItem>
        <MenuItem onSelect={() => setAction('replay')}>{words.webhooks.replay}</MenuItem>
        <MenuItem onSelect={() => setAction('rotate')}>{words.webhooks.rotate}</MenuItem>
        <MenuItem onSelect={() => setAction(isEnabled ? 'disable' : 'enable')}>
          {isEnabled ? words.webhooks.disable : words.webhooks.enable}
        </MenuItem>
        <MenuLine />
        <MenuItem danger onSelect={() => setAction('delete')}>
          {words.webhooks.delete}
        </MenuItem>
      </Menu>
      {action === 'change' && <ChangeDialog webhook={webhook} onClose={close} />}
      {(action === 'replay' || action === 'recover') && (
        <ReplayDialog
          webhookId={webhook.id}
          only={action === 'recover' ? 'failed' : 'all'}
          onClose={close}
        />
      )}
      <RotateSecret webhook={webhook} open={action === 'rotate'} onClose={close} />
      <Switch
        webhook={webhook}
        open={action === 'disable' || action === 'enable'}
        onClose={close}
      />
      <Delete webhook={webhook} open={action === 'delete'} onClose={close} />
    </>
  );
}

type DialogProps = Props & { readonly open: boolean; readonly onClose: () => void };

function RotateSecret({ webhook, open, onClose }: DialogProps) {
  const words = useWords().webhooks;
  const [secret, setSecret] = useState<string | null>(null);
  const path = { webhookId: webhook.id };
  return (
    <>
      <Confirm
        open={open}
        onClose={onClose}
        title={words.rotateTitle}
        hint={words.rotateHint}
        action={words.rotate}
        onConfirm={async () => {
          const call = 'POST /api/webhooks/{webhookId}/rotate-secret';
          setSecret((await api.request(call, { path, body: {} })).secret);
        }}
      />
      {secret && (
        <ShownOnceDialog
          title={words.secretTitle}
          hint={words.secretHint}
          done={words.copiedSecret}
          onClose={() => setSecret(null)}
        >
          <CopyField whole text={secret} what={words.secret} />
        </ShownOnceDialog>
      )}
    </>
  );
}

function Switch({ webhook, open, onClose }: DialogProps) {
  const words = useWords().webhooks;
  const refresh = useRefreshWebhooks();
  const isEnabled = webhook.status === 'ENABLED';
  const change = async () => {
    const path = { webhookId: webhook.id };
    await api.request('PATCH /api/webhooks/{webhookId}', { path, body: { enabled: !isEnabled } });
    notify(isEnabled ? words.changed : words.enabled);
    await refresh();
  };
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={isEnabled ? words.disableTitle(webhook.name) : words.enable}
      hint={isEnabled ? words.disableHint : words.testHint}
      action={isEnabled ? words.disable : words.enable}
      onConfirm={change}
    />
  );
}

function Delete({ webhook, open, onClose }: DialogProps) {
  const words = useWords().webhooks;
  const navigate = useNavigate();
  const refresh = useRefreshWebhooks();
  return (
    <Confirm
      danger
      open={open}
      onClose={onClose}
      title={words.deleteTitle(webhook.name)}
      hint={words.deleteHint}
      action={words.delete}
      onConfirm={async () => {
        const path = { webhookId: webhook.id };
        await api.request('DELETE /api/webhooks/{webhookId}', { path });
        notify(words.deleted);
        await navigate({ to: '/webhooks' });
        await refresh();
      }}
    />
  );
}

type ChangeProps = { readonly webhook: Webhook; readonly onClose: () => void };

function ChangeDialog({ webhook, onClose }: ChangeProps) {
  const words = useWords();
  const refresh = useRefreshWebhooks();
  const { name, url, events } = webhook;
  const form = useEndpointForm({
    initial: { name, url, events },
    async submit(changed) {
      const newUrl = changed.url === url ? {} : { url: changed.url };
      const body = { name: changed.name, events: changed.events, ...newUrl };
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
      <EndpointFields form={form} />
    </DialogForm>
  );
}
