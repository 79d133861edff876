import { useNavigate, useSearch } from '@tanstack/react-router';
import { csvAddress } from '../../parts/csv-address.ts';
import { ButtonAnchor } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useLanguage, useWords } from '../../words/use-words.tsx';
import { EntriesTab } from './entries-tab.tsx';
import { SuspenseTab } from './suspense-tab.tsx';
import { periodOf } from './use-statement.ts';

export function StatementPage() {
  const words = useWords().statement;
  const language = useLanguage();
  const { tab, ...range } = useSearch({ from: '/shell/statement' });
  const navigate = useNavigate({ from: '/statement' });
  const csv = csvAddress('/api/statement', periodOf(range, Date.now()), language);
  return (
    <>
      <PageHeading
        actions={
          <ButtonAnchor icon="download" href={csv} download>
            {words.csv}
          </ButtonAnchor>
        }
      >
        {words.title}
      </PageHeading>
      <Tabs
        label={words.tabs}
        value={tab}
        onChange={(chosen) => void navigate({ search: { ...range, tab: chosen } })}
        tabs={[
          {
            value: 'entries',
            label: words.entries,
            content: (
              <EntriesTab
                range={range}
                onRange={(chosen) => void navigate({ search: { ...chosen, tab } })}
              />
            ),
          },
          { value: 'suspense', label: words.suspense, content: <SuspenseTab /> },
        ]}
      />
    </>
  );
}
