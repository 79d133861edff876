import { useState } from 'react';
import { Tabs } from '../ui/tabs.tsx';
import { useWords } from '../words/use-words.tsx';
import { CodeBlock } from './code-block.tsx';

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

/** How a receiver verifies a delivery, with the Standard Webhooks library of each language. */
const VERIFY_SNIPPETS = {
  'Node.js': `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

// body: the raw request body, before any JSON parsing
const event = webhook.verify(body, request.headers);
if (event.event === 'DEPOSIT_ASSET_SUCCESS') creditOnce(event.id, event.data);`,
  Python: `import os
from standardwebhooks import Webhook

webhook = Webhook(os.environ["WEBHOOK_SECRET"])

# body: the raw request body, before any JSON parsing
event = webhook.verify(body, headers)
if event["event"] == "DEPOSIT_ASSET_SUCCESS":
    credit_once(event["id"], event["data"])`,
  PHP: `$webhook = new \\StandardWebhooks\\Webhook(getenv('WEBHOOK_SECRET'));

// The raw request body, before any JSON parsing
$event = $webhook->verify(file_get_contents('php://input'), getallheaders());
if ($event['event'] === 'DEPOSIT_ASSET_SUCCESS') {
    creditOnce($event['id'], $event['data']);
}`,
  Go: `wh, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
if err != nil {
    return err
}
// body: the raw request body, before any JSON parsing
if err := wh.Verify(body, request.Header); err != nil {
    return err
}`,
} as const;

type SnippetLanguage = keyof typeof VERIFY_SNIPPETS;
