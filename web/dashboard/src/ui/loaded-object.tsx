import { EntradaError } from '@entrada/client/entrada-error';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ButtonLink } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import type { IconName } from './icon.tsx';
import { Loaded } from './loaded.tsx';
import { PageHeading } from './page-heading.tsx';
import { SkeletonRows } from './skeleton.tsx';

type Props<T> = {
  readonly query: UseQueryResult<T>;
  /** What the page says of an object that does not exist, or belongs to somebody else. */
  readonly missing: {
    readonly heading: string;
    readonly icon: IconName;
    readonly title: string;
    /** The list in which it would be. */
    readonly list: '/deposits' | '/webhooks';
    readonly listTitle: string;
  };
  readonly children: (data: T) => ReactNode;
};

/** The states of a page about one object. */
export function LoadedObject<T>({ query, missing, children }: Props<T>) {
  if (query.error instanceof EntradaError && query.error.status === 404) {
    const action = <ButtonLink to={missing.list}>{missing.listTitle}</ButtonLink>;
    return (
      <>
        <PageHeading>{missing.heading}</PageHeading>
        <EmptyState icon={missing.icon} title={missing.title} action={action} />
      </>
    );
  }
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={12} />}>
      {children}
    </Loaded>
  );
}
