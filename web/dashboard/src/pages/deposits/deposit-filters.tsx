import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { DateRange } from '../../ui/date-range.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/use-words.tsx';
import styles from './deposits-page.module.css';
import { type DepositsSearch, STATUSES } from './search.ts';

type Props = { readonly search: DepositsSearch };

export function DepositFilters({ search }: Props) {
  const words = useWords();
  const navigate = useNavigate({ from: '/deposits' });
  const go = (next: DepositsSearch) => void navigate({ search: next });
  const status = search.status ?? 'all';
  const statuses = [
    { value: 'all', label: words.deposits.all },
    ...STATUSES.map((value) => ({ value, label: words.status.charge[value] })),
  ] as const;
  return (
    <div className={styles.filters}>
      <SearchField key={search.q ?? ''} search={search} onSearch={go} />
      <Chips
        label={words.deposits.filterStatus}
        options={statuses}
        value={status}
        onChange={(chosen) => go({ ...search, status: chosen === 'all' ? undefined : chosen })}
      />
      {!search.q && (
        <DateRange
          label={words.deposits.filterRange}
          value={search}
          onChange={(range) => go({ status: search.status, ...range })}
        />
      )}
    </div>
  );
}

type SearchProps = Props & { readonly onSearch: (search: DepositsSearch) => void };

function SearchField({ search, onSearch }: SearchProps) {
  const words = useWords();
  const [q, setQ] = useState(search.q ?? '');
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSearch({ ...search, q: q.trim() || undefined });
  }
  return (
    <search>
      <form className={styles.search} onSubmit={submit}>
        <TextField
          data-search
          type="search"
          label={words.deposits.search}
          hint={words.deposits.searchHint}
          value={q}
          onChange={setQ}
        />
        <Button type="submit" icon="search">
          {words.deposits.search}
        </Button>
      </form>
    </search>
  );
}
