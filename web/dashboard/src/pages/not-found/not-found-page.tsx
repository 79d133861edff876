import styles from '../../session/session-page.module.css';
import { Logo } from '../../shell/logo.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useWords } from '../../words/use-words.tsx';

/** Outside of the shell: a person with a wrong address may not be logged in. */
export function NotFoundPage() {
  const words = useWords();
  return (
    <div className={styles.page}>
      <header>
        <Logo />
      </header>
      <main className={styles.card}>
        <PageHeading hint={words.shell.notFoundHint}>{words.shell.notFound}</PageHeading>
        <ButtonLink kind="primary" to="/">
          {words.overview.title}
        </ButtonLink>
      </main>
    </div>
  );
}
