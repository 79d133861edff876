import { useDeployment } from '../../api/use-deployment.ts';
import { useWords } from '../../words/use-words.tsx';

/** What URL an endpoint may have: test mode may also accept a receiver on the server's own machine. */
export function useUrlWords() {
  const words = useWords();
  const isTest = useDeployment().data?.mode === 'test';
  return {
    hint: isTest ? words.webhooks.urlHintTest : words.webhooks.urlHint,
    refused: isTest ? words.webhooks.urlRefusedTest : words.errors.invalid_url,
  };
}
