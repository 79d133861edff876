import { PageHeading } from '../../ui/page-heading.tsx';
import { useWords } from '../../words/use-words.tsx';

export function NewWebhookPage() {
  const words = useWords();
  return <PageHeading>{words.webhooks.newTitle}</PageHeading>;
}
