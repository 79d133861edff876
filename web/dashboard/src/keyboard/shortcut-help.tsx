import { Dialog } from '../ui/dialog.tsx';
import { useWords } from '../words/use-words.tsx';
import styles from './shortcut-help.module.css';
import { closeShortcuts } from './shortcut-help-state.ts';

/** What the keys do; opened by `?` and from the account's menu. */
export function ShortcutHelp() {
  const { shell } = useWords();
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
    <Dialog open onClose={closeShortcuts} title={shell.help}>
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
