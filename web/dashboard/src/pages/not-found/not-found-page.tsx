import { SessionPage } from '../../session/session-page.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { useWords } from '../../words/use-words.tsx';

/** Outside of the shell: whoever mistyped an address may not be logged in. */
export function NotFoundPage() {
  const words = useWords();
  return (
    <SessionPage title={words.shell.notFound} hint={words.shell.notFoundHint}>
      <ButtonLink kind="primary" to="/">
        {words.overview.title}
      </ButtonLink>
    </SessionPage>
  );
}
