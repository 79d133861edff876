import { EntradaError } from '@entrada/client/entrada-error';
import { ButtonLink } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import type { IconName } from './icon.tsx';
import { PageHeading } from './page-heading.tsx';

type Props = {
  readonly heading: string;
  readonly icon: IconName;
  readonly title: string;
  /** The list in which it would be. */
  readonly list: '/deposits' | '/webhooks';
  readonly listTitle: string;
};

export function isMissing(error: unknown): boolean {
  return error instanceof EntradaError && error.status === 404;
}

/** The page of an object that does not exist, or belongs to somebody else. */
export function MissingObject({ heading, icon, title, list, listTitle }: Props) {
  return (
    <>
      <PageHeading>{heading}</PageHeading>
      <EmptyState
        icon={icon}
        title={title}
        action={<ButtonLink to={list}>{listTitle}</ButtonLink>}
      />
    </>
  );
}
