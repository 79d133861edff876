import type { Session } from '@entrada/client/gen/api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { Moment } from '../../parts/moment.tsx';
import { Badge } from '../../parts/status.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useWords } from '../../words/use-words.tsx';
import { deviceName } from './device-name.ts';

export function SessionsCard() {
  const words = useWords().account;
  const queries = useQueryClient();
  const { error, attempt } = useAttempt();
  const sessions = useQuery({
    queryKey: queryKeys.sessions,
    queryFn: async ({ signal }) => (await api.request('GET /api/sessions', { signal })).sessions,
  });
  const change = (work: () => Promise<string>) =>
    attempt(async () => {
      notify(await work());
      await queries.invalidateQueries({ queryKey: queryKeys.sessions });
    });
  const endOthers = () =>
    change(async () => {
      const { count } = await api.request('POST /api/sessions/revoke-others', { body: {} });
      return words.endedOthers(count);
    });
  const end = ({ id: sessionId }: Session) =>
    change(async () => {
      await api.request('DELETE /api/sessions/{sessionId}', { path: { sessionId } });
      return words.ended;
    });
  const hasOthers = (sessions.data?.length ?? 0) > 1;
  return (
    <Card
      flush
      title={words.sessions}
      action={hasOthers && <Button onClick={endOthers}>{words.endOthers}</Button>}
    >
      <ErrorNote error={error} />
      <Loaded query={sessions} skeleton={<SkeletonRows rows={3} />}>
        {(rows) => (
          <Table
            caption={words.sessions}
            columns={columnsOf(words, end)}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
      </Loaded>
    </Card>
  );
}

type AccountWords = ReturnType<typeof useWords>['account'];

function columnsOf(
  words: AccountWords,
  end: (session: Session) => Promise<void>,
): readonly Column<Session>[] {
  return [
    { name: words.device, phone: 'start', cell: ({ userAgent }) => deviceName(userAgent) || '—' },
    { name: 'IP', cell: ({ ip }) => ip },
    {
      name: words.lastSeen,
      cell: ({ lastSeenAt, createdAt }) => <Moment at={lastSeenAt ?? createdAt} />,
    },
    {
      name: words.end,
      right: true,
      phone: 'end',
      cell: (session) =>
        session.current ? (
          <Badge tone="paid">{words.thisSession}</Badge>
        ) : (
          <Button kind="quiet" onClick={() => end(session)}>
            {words.end}
          </Button>
        ),
    },
  ];
}
