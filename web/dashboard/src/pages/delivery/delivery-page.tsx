import { PageHeading } from '../../ui/page-heading.tsx';
import { useWords } from '../../words/use-words.tsx';

export function DeliveryPage() {
  const words = useWords();
  return <PageHeading>{words.deliveries.title}</PageHeading>;
}
