import type { ApiKey } from '@entrada/client/gen/api';
import { useState } from 'react';
import { Moment } from '../../parts/moment.tsx';
import { Badge } from '../../parts/status.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useWords } from '../../words/use-words.tsx';
import { RenameKeyDialog, RevokeKey, RotateKey } from './key-changes.tsx';
import { isUsable, stateOf } from './key-state.ts';
import styles from './keys-page.module.css';

type Props = { readonly apiKey: ApiKey; readonly onKey: (key: string) => void };
type Change = 'rename' | 'rotate' | 'revoke';

const SCOPES_ALL = 6;

export function KeyItem({ apiKey, onKey }: Props) {
  const words = useWords();
  const [change, setChange] = useState<Change | null>(null);
  const close = () => setChange(null);
  const { name, prefix, scopes, allowedIps, createdAt, expiresAt, lastUsedAt } = apiKey;
  const scopeNames: Readonly<Record<string, string>> = words.keys.scopes;
  return (
    <li className={styles.key}>
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <KeyBadges apiKey={apiKey} />
        {isUsable(apiKey, Date.now()) && (
          <Menu trigger={<IconButton icon="more" label={`${words.common.actions}: ${name}`} />}>
            <MenuItem onSelect={() => setChange('rename')}>{words.keys.rename}</MenuItem>
            <MenuItem icon="refresh" onSelect={() => setChange('rotate')}>
              {words.keys.rotate}
            </MenuItem>
            <MenuItem icon="cancel" danger onSelect={() => setChange('revoke')}>
              {words.keys.revoke}
            </MenuItem>
          </Menu>
        )}
      </div>
      <Facts
        facts={[
          [words.keys.prefix, <code key="prefix">{prefix}…</code>],
          [
            words.keys.scopesLabel,
            scopes.length >= SCOPES_ALL
              ? words.keys.scopesAll
              : scopes.map((scope) => scopeNames[scope] ?? scope).join(', '),
          ],
          [
            words.keys.lastUsed,
            lastUsedAt ? <Moment key="used" at={lastUsedAt} /> : words.keys.neverUsed,
          ],
          [words.keys.created, <Moment key="created" at={createdAt} />],
          ...(expiresAt
            ? ([[words.keys.expires, <Moment key="expires" at={expiresAt} />]] as const)
            : []),
          ...(allowedIps.length > 0
            ? ([[words.keys.allowedIps, allowedIps.join(', ')]] as const)
            : []),
        ]}
      />
      {apiKey.queryUseAt && <p className={styles.warning}>{words.keys.sentInUrlHint}</p>}
      {change === 'rename' && <RenameKeyDialog apiKey={apiKey} onClose={close} />}
      <RotateKey apiKey={apiKey} open={change === 'rotate'} onClose={close} onKey={onKey} />
      <RevokeKey apiKey={apiKey} open={change === 'revoke'} onClose={close} />
    </li>
  );
}

const LOOKS = {
  usable: { tone: 'paid' },
  unused: { tone: 'warning', icon: 'hourglass' },
  revoked: { tone: 'quiet', icon: 'cancel' },
  expired: { tone: 'quiet', icon: 'cancel' },
} as const;

function KeyBadges({ apiKey }: { readonly apiKey: ApiKey }) {
  const words = useWords().keys;
  const state = stateOf(apiKey, Date.now());
  return (
    <span className={styles.badges}>
      <Badge {...LOOKS[state]}>{words[state]}</Badge>
      {apiKey.queryUseAt && <Badge tone="warning">{words.sentInUrl}</Badge>}
    </span>
  );
}
