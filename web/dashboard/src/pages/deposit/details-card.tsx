import type { Charge } from '@entrada/client/gen/api';
import type { ReactNode } from 'react';
import { CopyButton } from '../../parts/copy-field.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useWords } from '../../words/use-words.tsx';

export function DetailsCard({ charge }: { readonly charge: Charge }) {
  const words = useWords().deposit;
  const { id, paymentLinkId, externalId, endToEndId, createdAt, expiresAt, paidAt, payer } = charge;
  const facts: (readonly [string, ReactNode])[] = [
    [words.created, <Moment key="created" at={createdAt} />],
    [words.expires, <Moment key="expires" at={expiresAt} />],
  ];
  if (paidAt)
    facts.push([charge.paidLate ? words.paidLate : words.paid, <Moment key="paid" at={paidAt} />]);
  if (payer)
    facts.push([
      words.payer,
      <>
        {payer.name}
        <br />
        {payer.document}
      </>,
    ]);
  if (externalId)
    facts.push([
      words.externalId,
      <Code key="external" text={externalId} what={words.externalId} />,
    ]);
  facts.push([words.id, <Code key="id" text={id} what={words.id} />]);
  facts.push(['paymentLinkId', <Code key="link" text={paymentLinkId} what="paymentLinkId" />]);
  if (endToEndId)
    facts.push([words.endToEndId, <Code key="e2e" text={endToEndId} what={words.endToEndId} />]);
  return (
    <Card title={words.details}>
      <Facts facts={facts} />
    </Card>
  );
}

/** The account's own pairs of texts. */
export function MetadataCard({ charge }: { readonly charge: Charge }) {
  const { metadata } = useWords().deposit;
  const facts = Object.entries(charge.metadata);
  if (facts.length === 0) return null;
  return (
    <Card title={metadata}>
      <Facts facts={facts} />
    </Card>
  );
}

function Code({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <>
      <code>{text}</code> <CopyButton text={text} what={what} />
    </>
  );
}
