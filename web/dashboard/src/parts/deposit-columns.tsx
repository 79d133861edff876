import type { Charge } from '@entrada/client/gen/api';
import type { Column } from '../ui/table.tsx';
import type { Words } from '../words/pt.ts';
import styles from './deposit-columns.module.css';
import { Moment } from './moment.tsx';
import { Money } from './money.tsx';
import { ChargeStatus } from './status.tsx';

/** What every list of deposits shows; `more` stands before the time. */
export function depositColumns(
  { deposits }: Words,
  more: readonly Column<Charge>[] = [],
): readonly Column<Charge>[] {
  return [
    {
      name: deposits.amount,
      right: true,
      phone: 'end',
      cell: ({ value }) => <Money cents={value} />,
    },
    {
      name: deposits.status,
      cell: (charge) => <ChargeStatus charge={charge} />,
      phone: 'start',
    },
    {
      name: deposits.reference,
      cell: ({ externalId, description, id }) => (
        <span className={styles.reference}>{externalId ?? description ?? id}</span>
      ),
    },
    ...more,
    { name: deposits.created, right: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
}
