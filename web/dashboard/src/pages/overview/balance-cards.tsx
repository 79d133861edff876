import { Money } from '../../parts/money.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useWords } from '../../words/use-words.tsx';
import styles from './overview-page.module.css';
import { useBalance } from './use-overview.ts';

/** What the account has, what is under review, and what it owes if it owes something. */
export function BalanceCards() {
  const words = useWords().overview;
  return (
    <Loaded query={useBalance()} skeleton={<Skeleton height={96} />}>
      {({ available, suspense, owed }) => (
        <dl className={styles.tiles}>
          <Tile name={words.available} cents={available} />
          <Tile name={words.suspense} cents={suspense} />
          {owed > 0 && <Tile name={words.owed} cents={owed} />}
        </dl>
      )}
    </Loaded>
  );
}

function Tile({ name, cents }: { readonly name: string; readonly cents: number }) {
  return (
    <div className={styles.tile}>
      <dt>{name}</dt>
      <dd>
        <Money cents={cents} size="amount" />
      </dd>
    </div>
  );
}
