import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useWords } from '../../words/use-words.tsx';

export function NotFoundPage() {
  const words = useWords();
  return (
    <>
      <PageHeading>{words.shell.notFound}</PageHeading>
      <EmptyState
        title={words.shell.notFoundHint}
        action={<ButtonLink to="/">{words.overview.title}</ButtonLink>}
      />
    </>
  );
}
