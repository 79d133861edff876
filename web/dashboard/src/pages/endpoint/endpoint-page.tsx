import { PageHeading } from '../../ui/page-heading.tsx';
import { useWords } from '../../words/use-words.tsx';

export function EndpointPage() {
  const words = useWords();
  return <PageHeading>{words.webhooks.endpointTitle}</PageHeading>;
}
