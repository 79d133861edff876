import { useState } from 'react';
import { Tabs } from '../ui/tabs.tsx';
import { useWords } from '../words/use-words.tsx';
import { CodeBlock } from './code-block.tsx';
import { type SnippetLanguage, VERIFY_SNIPPETS } from './verify-snippets.ts';

export function VerifyTabs() {
  const words = useWords().webhooks;
  const [language, setLanguage] = useState<SnippetLanguage>('Node.js');
  const tabs = Object.entries(VERIFY_SNIPPETS).map(([name, code]) => ({
    value: name as SnippetLanguage,
    label: name,
    content: <CodeBlock code={code} what={`${words.verify}: ${name}`} />,
  }));
  return <Tabs label={words.verify} tabs={tabs} value={language} onChange={setLanguage} />;
}
