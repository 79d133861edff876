import { EntradaError } from '@entrada/client/entrada-error';
import type { Charge } from '@entrada/client/gen/api';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/toasts.tsx';
import { errorText } from '../../words/error-text.ts';
import { useWords } from '../../words/use-words.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { useRefreshDeposit } from './use-deposit.ts';

/** What can be done with a deposit in its present state. */
export function DepositActions({ charge }: { readonly charge: Charge }) {
  if (charge.status === 'PENDING') return <CancelButton charge={charge} />;
  if (charge.status !== 'COMPLETED') return null;
  return (
    <>
      <ReceiptButton charge={charge} />
      {charge.refundedValue < charge.value && <RefundButton charge={charge} />}
    </>
  );
}

function CancelButton({ charge: { paymentLinkId } }: { readonly charge: Charge }) {
  const words = useWords().deposit;
  const refresh = useRefreshDeposit(paymentLinkId);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="cancel" onClick={() => setOpen(true)}>
        {words.cancel}
      </Button>
      <Confirm
        danger
        open={isOpen}
        onClose={() => setOpen(false)}
        title={words.cancelTitle}
        hint={words.cancelConfirm}
        action={words.cancel}
        onConfirm={async () => {
          try {
            await api.request('DELETE /api/deposit/{paymentLinkId}', { path: { paymentLinkId } });
            notify(words.cancelDone);
          } finally {
            // Also when it was refused: it may have been paid meanwhile.
            await refresh();
          }
        }}
      />
    </>
  );
}

function RefundButton({ charge }: { readonly charge: Charge }) {
  const words = useWords().deposit;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="refund" onClick={() => setOpen(true)}>
        {words.refund}
      </Button>
      {isOpen && <RefundDialog charge={charge} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReceiptButton({ charge: { paymentLinkId } }: { readonly charge: Charge }) {
  const words = useWords();
  return (
    <Button
      icon="download"
      onClick={async () => {
        try {
          const path = { paymentLinkId };
          const { receipt } = await api.request('GET /api/deposit/{paymentLinkId}/receipt', {
            path,
          });
          saveFile(`receipt-${paymentLinkId}.json`, JSON.stringify(receipt, null, 2));
        } catch (error) {
          const isEarly = error instanceof EntradaError && error.code === 'receipt_not_ready';
          notify(isEarly ? words.deposit.receiptNotReady : errorText(error, words));
        }
      }}
    >
      {words.deposit.receipt}
    </Button>
  );
}

/** Gives a text to the browser as a file. */
function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
