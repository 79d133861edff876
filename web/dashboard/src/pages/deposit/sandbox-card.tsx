import type { Reply } from '@entrada/client/client';
import type { Charge } from '@entrada/client/gen/api';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useDeployment } from '../../api/use-deployment.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useWords } from '../../words/use-words.tsx';
import styles from './deposit-page.module.css';
import { useRefreshDeposit } from './use-deposit.ts';

type Scenario = Reply<'GET /api/deployment'>['deployment']['sandboxScenarios'][number];

/** The payers of the sandbox bank, by what they do; not there in live mode. */
export function SandboxCard({ charge: { paymentLinkId, status } }: { readonly charge: Charge }) {
  const words = useWords().deposit;
  const { data: deployment } = useDeployment();
  const refresh = useRefreshDeposit(paymentLinkId);
  const [error, setError] = useState<unknown>(null);
  if (!deployment?.sandbox || status === 'COMPLETED') return null;

  async function pay(scenario: Scenario): Promise<void> {
    setError(null);
    try {
      await api.request('POST /api/sandbox/pay', { body: { paymentLinkId, scenario } });
      notify(words.payRequested);
      await refresh();
    } catch (failure) {
      setError(failure);
    }
  }
  return (
    <Card title={words.pay}>
      <div className={styles.stack}>
        <p className={styles.soft}>{words.payHint}</p>
        <div className={styles.buttons}>
          {deployment.sandboxScenarios.map((scenario) => (
            <Button
              key={scenario}
              kind={scenario === 'pay' ? 'primary' : 'plain'}
              onClick={() => pay(scenario)}
            >
              {words.scenarios[scenario] ?? scenario}
            </Button>
          ))}
        </div>
        <ErrorNote error={error} />
      </div>
    </Card>
  );
}
