import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './table.module.css';

export type Column<Row> = {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Amounts and counts. */
  readonly right?: boolean;
  /** On a phone a row is a card: its corners, a line with its name, or not there. */
  readonly phone?: 'start' | 'end' | 'line' | 'hidden';
};
type Props<Row> = {
  /** What the rows are, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The page that a row opens; the first cell is its link. */
  readonly to?: (row: Row) => string;
};

/** Arrow keys move between rows that open something, Enter opens; on phones the rows are cards. */
export function Table<Row>({ caption, columns, rows, rowKey, to }: Props<Row>) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, right }) => (
            <th key={name} scope="col" className={classNames(right && styles.right)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={to && moveBetweenRows}>
        {rows.map((row) => (
          <tr key={rowKey(row)} className={classNames(to && styles.opens)}>
            {columns.map((column, i) => (
              <td
                key={column.name}
                data-name={column.name}
                className={classNames(
                  column.right && styles.right,
                  styles[column.phone ?? (i === 0 ? 'start' : 'line')],
                )}
              >
                {to && i === 0 ? (
                  <Link to={to(row)} className={styles.link} data-row-link>
                    {column.cell(row)}
                  </Link>
                ) : (
                  column.cell(row)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: links.length - 1,
  };
  const link = links[next[event.key] ?? -1];
  if (at < 0 || !link) return;
  event.preventDefault();
  link.focus();
}
