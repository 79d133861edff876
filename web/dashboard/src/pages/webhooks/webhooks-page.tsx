import { PageHeading } from '../../ui/page-heading.tsx';
import { useWords } from '../../words/use-words.tsx';

export function WebhooksPage() {
  const words = useWords();
  return <PageHeading>{words.webhooks.title}</PageHeading>;
}
