import { useSyncExternalStore } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { useWords } from '../words/use-words.tsx';
import styles from './shortcut-help.module.css';

const listeners = new Set<() => void>();
let isOpen = false;

export function openShortcuts(): void {
  show(true);
}

function show(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the keys do; opened by `?` and from the account's menu. */
export function ShortcutHelp() {
  const { shell } = useWords();
  const open = useSyncExternalStore(listen, () => isOpen);
  const rows: readonly (readonly [string, string])[] = [
    ['/', shell.shortcuts.search],
    ['n', shell.shortcuts.newDeposit],
    ['g o', shell.shortcuts.overview],
    ['g d', shell.shortcuts.deposits],
    ['g s', shell.shortcuts.statement],
    ['g k', shell.shortcuts.apiKeys],
    ['g w', shell.shortcuts.webhooks],
    ['g a', shell.shortcuts.account],
    ['↑ ↓', shell.shortcuts.table],
    ['Esc', shell.shortcuts.close],
    ['?', shell.shortcuts.help],
  ];
  return (
    <Dialog open={open} onClose={() => show(false)} title={shell.help}>
      <dl className={styles.list}>
        {rows.map(([keys, meaning]) => (
          <div key={keys} className={styles.row}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
