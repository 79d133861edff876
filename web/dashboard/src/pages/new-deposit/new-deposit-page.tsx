import { PageHeading } from '../../ui/page-heading.tsx';
import { useWords } from '../../words/use-words.tsx';

export function NewDepositPage() {
  const words = useWords();
  return <PageHeading>{words.newDeposit.title}</PageHeading>;
}
