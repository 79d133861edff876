import type { ApiKey } from '@entrada/client/gen/api';
import { useState } from 'react';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useWords } from '../../words/use-words.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyItem } from './key-item.tsx';
import { isUsable } from './key-state.ts';
import styles from './keys-page.module.css';
import { useKeys } from './use-keys.ts';

export function KeysPage() {
  const words = useWords();
  const keys = useKeys();
  const [isCreating, setCreating] = useState(false);
  // Only here, in memory, until the person has copied it.
  const [shown, setShown] = useState<string | null>(null);
  const create = (
    <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
      {words.keys.create}
    </Button>
  );
  return (
    <>
      <PageHeading actions={create}>
        <span className={styles.section}>{words.shell.apiAndWebhooks}</span>
        {words.keys.title}
      </PageHeading>
      <Loaded query={keys} skeleton={<SkeletonRows rows={5} />}>
        {(items) =>
          items.length === 0 ? (
            <Card>
              <EmptyState
                icon="key"
                title={words.keys.empty}
                hint={words.keys.emptyHint}
                action={create}
              />
            </Card>
          ) : (
            <KeyList keys={items} onKey={setShown} />
          )
        }
      </Loaded>
      {isCreating && (
        <CreateKeyDialog
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false);
            setShown(key);
          }}
        />
      )}
      {shown && <ShownKeyDialog value={shown} onClose={() => setShown(null)} />}
    </>
  );
}

type ListProps = {
  readonly keys: readonly ApiKey[];
  readonly onKey: (key: string) => void;
};

function KeyList({ keys, onKey }: ListProps) {
  const words = useWords().keys;
  const now = Date.now();
  const usable = keys.filter((key) => isUsable(key, now));
  const gone = keys.filter((key) => !isUsable(key, now));
  return (
    <>
      <ul className={styles.keys}>
        {usable.map((key) => (
          <KeyItem key={key.id} apiKey={key} onKey={onKey} />
        ))}
      </ul>
      {gone.length > 0 && (
        <details className={styles.gone}>
          <summary>{words.showRevoked(gone.length)}</summary>
          <ul className={styles.keys}>
            {gone.map((key) => (
              <KeyItem key={key.id} apiKey={key} onKey={onKey} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

type Props = { readonly value: string; readonly onClose: () => void };

export function ShownKeyDialog({ value, onClose }: Props) {
  const words = useWords().keys;
  return (
    <ShownOnceDialog title={words.done} hint={words.onceHint} done={words.close} onClose={onClose}>
      <div className={styles.shown}>
        <CopyField whole text={value} what={words.key} />
        <h3>{words.curl}</h3>
        <CodeBlock code={curl(value)} what="curl" />
      </div>
    </ShownOnceDialog>
  );
}

function curl(key: string): string {
  return `curl -X POST ${location.origin}/api/deposit \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"value": 5000}'`;
}
