import { useWords } from '../words/use-words.tsx';
import styles from './charts.module.css';

type Props = {
  readonly caption: string;
  readonly names: readonly string[];
  readonly columns: readonly { readonly name: string; readonly values: readonly string[] }[];
};

/** The numbers of a chart, for those who cannot see it or want them exact. */
export function ChartTable({ caption, names, columns }: Props) {
  const words = useWords();
  return (
    <details className={styles.details}>
      <summary>{words.common.dataTable}</summary>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.charts.when}</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name, i) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {columns.map((column) => (
                <td key={column.name}>{column.values[i]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
