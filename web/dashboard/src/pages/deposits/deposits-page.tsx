import type { Charge } from '@entrada/client/gen/api';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { csvAddress } from '../../parts/csv-address.ts';
import { depositColumns } from '../../parts/deposit-columns.tsx';
import { Money } from '../../parts/money.tsx';
import { Button, ButtonAnchor, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chips } from '../../ui/chips.tsx';
import { DateRange } from '../../ui/date-range.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Words } from '../../words/pt.ts';
import { useLanguage, useWords } from '../../words/use-words.tsx';
import styles from './deposits-page.module.css';
import { type DepositsSearch, STATUSES } from './search.ts';
import { filtersOf, useDeposits, useNewDeposits } from './use-deposits.ts';

export function DepositsPage() {
  const words = useWords();
  const language = useLanguage();
  const search = useSearch({ from: '/shell/deposits' });
  const deposits = useDeposits(search);
  const news = useNewDeposits(search);
  const csv = csvAddress('/api/deposit', filtersOf(search, Date.now()), language);
  return (
    <>
      <PageHeading
        actions={
          <>
            <ButtonAnchor icon="download" href={csv} download>
              {words.deposits.csv}
            </ButtonAnchor>
            <ButtonLink kind="primary" icon="plus" to="/deposits/new">
              {words.newDeposit.title}
            </ButtonLink>
          </>
        }
      >
        {words.deposits.title}
      </PageHeading>
      <DepositFilters search={search} />
      <div className={styles.news} role="status">
        {news.count > 0 && (
          <Button icon="refresh" onClick={news.show}>
            {words.deposits.news(news.count)}
          </Button>
        )}
      </div>
      <Card flush>
        <Loaded query={deposits} skeleton={<SkeletonRows rows={10} />}>
          {({ pages }) => (
            <Rows search={search} charges={pages.flatMap(({ charges }) => charges)} />
          )}
        </Loaded>
      </Card>
      <LoadMore query={deposits} />
    </>
  );
}

type RowsProps = { readonly search: DepositsSearch; readonly charges: readonly Charge[] };

function Rows({ search, charges }: RowsProps) {
  const words = useWords();
  if (charges.length === 0) return <Empty search={search} />;
  return (
    <Table
      caption={words.deposits.title}
      columns={columnsOf(words)}
      rows={charges}
      rowKey={({ id }) => id}
      to={({ paymentLinkId }) => `/deposits/${paymentLinkId}`}
    />
  );
}

function columnsOf(words: Words): readonly Column<Charge>[] {
  const credited: Column<Charge> = {
    name: words.deposits.credited,
    right: true,
    phone: 'hidden',
    cell: ({ creditedValue }) => <Money cents={creditedValue} />,
  };
  return depositColumns(words, [credited]);
}

function Empty({ search }: { readonly search: DepositsSearch }) {
  const words = useWords();
  const navigate = useNavigate();
  if (search.q || search.status || search.range !== '30d') {
    const title = search.q ? words.deposits.emptySearch(search.q) : words.deposits.emptyFilter;
    const clear = () => navigate({ to: '/deposits', search: { range: '90d' } });
    return (
      <EmptyState
        icon="search"
        title={title}
        action={<Button onClick={clear}>{words.deposits.clear}</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon="deposits"
      title={words.deposits.emptyAll}
      hint={words.deposits.emptyAllHint}
      action={
        <ButtonLink kind="primary" icon="plus" to="/deposits/new">
          {words.newDeposit.title}
        </ButtonLink>
      }
    />
  );
}

type Props = { readonly search: DepositsSearch };

function DepositFilters({ search }: Props) {
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
