import type { ReactNode } from 'react';
import { useDeployment } from '../../api/use-deployment.ts';
import { useWebhooks } from '../../api/use-webhooks.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/use-words.tsx';
import styles from './overview-page.module.css';
import { useHasKey, useRecentDeposits } from './use-overview.ts';

/** For a new account: what to do next. Each step ticks itself; when all are done it is gone. */
export function FirstSteps() {
  const words = useWords().overview.start;
  const { data: hasKey } = useHasKey();
  const { data: charges } = useRecentDeposits();
  const { data: endpoints } = useWebhooks();
  const { data: deployment } = useDeployment();
  if (hasKey === undefined || !charges || !endpoints) return null;
  const [first] = charges;
  const isPaid = charges.some(({ status }) => status === 'COMPLETED');
  if (hasKey && isPaid && endpoints.length > 0) return null;
  return (
    <Card title={words.title}>
      <p className={styles.soft}>{words.hint}</p>
      <ol className={styles.steps}>
        <Step
          number={1}
          isDone={hasKey}
          title={words.key}
          hint={words.keyHint}
          action={<ButtonLink to="/keys">{words.key}</ButtonLink>}
        />
        <Step
          number={2}
          isDone={Boolean(first)}
          title={words.deposit}
          hint={words.depositHint}
          action={<ButtonLink to="/deposits/new">{words.deposit}</ButtonLink>}
        >
          <CodeBlock code={curl()} what="curl" />
        </Step>
        {deployment?.sandbox && (
          <Step
            number={3}
            isDone={isPaid}
            title={words.pay}
            hint={words.payHint}
            action={
              first && (
                <ButtonLink to="/deposits/$paymentLinkId" params={first}>
                  {words.pay}
                </ButtonLink>
              )
            }
          />
        )}
        <Step
          number={deployment?.sandbox ? 4 : 3}
          isDone={endpoints.length > 0}
          title={words.webhook}
          hint={words.webhookHint}
          action={<ButtonLink to="/webhooks/new">{words.webhook}</ButtonLink>}
        />
      </ol>
    </Card>
  );
}

function curl(): string {
  return `curl -X POST ${location.origin}/api/deposit \\
  -H 'Authorization: Bearer YOUR_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{"value": 5000}'`;
}

type StepProps = {
  readonly number: number;
  readonly isDone: boolean;
  readonly title: string;
  readonly hint: string;
  readonly action: ReactNode;
  readonly children?: ReactNode;
};

function Step({ number, isDone, title, hint, action, children }: StepProps) {
  const words = useWords().overview.start;
  return (
    <li className={styles.step}>
      <span className={classNames(styles.number, isDone && styles.done)}>
        {isDone ? <Icon name="check" size={16} /> : number}
        {isDone && <span className="visually-hidden">{words.done}</span>}
      </span>
      <div className={styles.stepText}>
        <span className={styles.stepTitle}>{title}</span>
        {!isDone && <span className={styles.soft}>{hint}</span>}
        {!isDone && children}
      </div>
      {!isDone && action}
    </li>
  );
}
