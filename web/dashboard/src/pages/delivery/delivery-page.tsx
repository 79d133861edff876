import type { Delivery } from '@entrada/client/gen/api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { causeText } from '../../parts/cause-text.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyButton } from '../../parts/copy-field.tsx';
import { EventName } from '../../parts/event-name.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Badge, Status } from '../../parts/status.tsx';
import { Waterfall } from '../../parts/waterfall.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadedObject } from '../../ui/loaded-object.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useWords } from '../../words/use-words.tsx';
import styles from './delivery-page.module.css';

export function DeliveryPage() {
  const words = useWords();
  const { deliveryId } = useParams({ from: '/shell/deliveries/$deliveryId' });
  const missing = {
    heading: words.deliveries.title,
    icon: 'webhooks',
    title: words.deliveries.none,
    list: '/webhooks',
    listTitle: words.webhooks.title,
  } as const;
  return (
    <LoadedObject query={useDelivery(deliveryId)} missing={missing}>
      {(loaded) => <DeliveryView delivery={loaded} />}
    </LoadedObject>
  );
}

function DeliveryView({ delivery }: { readonly delivery: Delivery }) {
  const words = useWords().deliveries;
  const attempts = delivery.attempts.map((attempt, i) => ({ attempt, number: i + 1 }));
  return (
    <>
      <PageHeading actions={<Redeliver deliveryId={delivery.id} />}>
        <span className={styles.kicker}>{words.title}</span>
        <span className={styles.headline}>
          <EventName name={delivery.event} /> <Status of="delivery" status={delivery.status} />
          {delivery.test && <Badge tone="quiet">{words.test}</Badge>}
        </span>
      </PageHeading>
      <div className={styles.page}>
        <Details delivery={delivery} />
        {attempts.length === 0 && <Card>{words.noAttempts}</Card>}
        {attempts.toReversed().map(({ attempt, number }, i) => (
          <AttemptCard key={number} attempt={attempt} number={number} isOpen={i === 0} />
        ))}
        {delivery.body !== null && (
          <Card title={words.body}>
            <CodeBlock code={readable(delivery.body)} what={words.body} />
          </Card>
        )}
      </div>
    </>
  );
}

function Redeliver({ deliveryId }: { readonly deliveryId: string }) {
  const words = useWords().deliveries;
  const redeliver = useRedeliver(deliveryId);
  const { error, attempt } = useAttempt();
  return (
    <>
      <ErrorNote error={error} />
      <Button
        icon="refresh"
        onClick={() => attempt(() => redeliver().then(() => notify(words.redelivered)))}
      >
        {words.redeliver}
      </Button>
    </>
  );
}

function Details({ delivery }: { readonly delivery: Delivery }) {
  const words = useWords();
  const { webhookId, webhookName, eventId, trigger, createdAt, nextAttemptsAt } = delivery;
  return (
    <Card title={words.deliveries.details}>
      <Facts
        facts={[
          [
            words.webhooks.endpointTitle,
            <Link key="webhook" to="/webhooks/$webhookId" params={{ webhookId }}>
              {webhookName}
            </Link>,
          ],
          [
            words.deliveries.trigger,
            <span key="trigger">
              {words.deliveries.triggers[trigger.kind]} · <Moment at={trigger.at} />
            </span>,
          ],
          [words.deliveries.created, <Moment key="created" at={createdAt} />],
          [
            words.deliveries.eventId,
            <span key="event">
              <code>{eventId}</code> <CopyButton text={eventId} what={words.deliveries.eventId} />
            </span>,
          ],
        ]}
      />
      {nextAttemptsAt.length > 0 && (
        <>
          <h3 className={styles.nextTitle}>{words.deliveries.next}</h3>
          <ol className={styles.next}>
            {nextAttemptsAt.map((at) => (
              <li key={at}>
                <Moment at={at} />
              </li>
            ))}
          </ol>
        </>
      )}
    </Card>
  );
}

/** Indented for the eye; a body that is no JSON is shown as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

export function useDelivery(deliveryId: string) {
  return useQuery({
    queryKey: queryKeys.delivery(deliveryId),
    queryFn: async ({ signal }) =>
      (await api.request('GET /api/deliveries/{deliveryId}', { path: { deliveryId }, signal }))
        .delivery,
  });
}

export function useRedeliver(deliveryId: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const path = { deliveryId };
    await api.request('POST /api/deliveries/{deliveryId}/redeliver', { path, body: {} });
    await queries.invalidateQueries({ queryKey: ['deliveries'] });
  };
}

type Attempt = Delivery['attempts'][number];
type Props = {
  readonly attempt: Attempt;
  readonly number: number;
  readonly isOpen: boolean;
};

/** One HTTP request: what was answered, where the time went, what was sent. */
function AttemptCard({ attempt, number, isOpen }: Props) {
  const words = useWords();
  const { at, statusCode, causeCode, responseBody, requestHeaders, responseHeaders } = attempt;
  const isDelivered = causeCode === null;
  return (
    <details className={styles.attempt} open={isOpen}>
      <summary>
        <span className={styles.attemptTitle}>{words.deliveries.attempt(number)}</span>
        <Badge tone={isDelivered ? 'paid' : 'failed'}>
          {statusCode === null ? words.deliveries.noResponse : `HTTP ${statusCode}`}
        </Badge>
        <Moment at={at} />
        <span className={styles.chevron}>
          <Icon name="chevron" />
        </span>
      </summary>
      <div className={styles.attemptBody}>
        {!isDelivered && <p className={styles.cause}>{causeText(attempt, words)}</p>}
        <Waterfall timings={attempt.timings} />
        {responseBody && <Part title={words.deliveries.response} text={responseBody} />}
        {responseHeaders.length > 0 && (
          <Part title={words.deliveries.headersReceived} text={responseHeaders.join('\n')} />
        )}
        {requestHeaders.length > 0 && (
          <Part title={words.deliveries.headersSent} text={requestHeaders.join('\n')} />
        )}
      </div>
    </details>
  );
}

function Part({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <h3 className={styles.partTitle}>{title}</h3>
      <CodeBlock code={text} what={title} />
    </div>
  );
}
