import { EntradaError } from '@entrada/client/entrada-error';
import type { Charge } from '@entrada/client/gen/api';
import { LIMITS } from '@entrada/contracts/limits';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { newIdempotencyKey } from '../../api/new-idempotency-key.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useFormats, useWords } from '../../words/use-words.tsx';
import { useRefreshDeposit } from './use-deposit.ts';

const REASON_MAX = LIMITS.charge.refundReasonLengthMax;

type Props = { readonly charge: Charge; readonly onClose: () => void };

/** Money leaves the account, so the amount is typed twice. One refund, however often it is sent. */
export function RefundDialog({ charge, onClose }: Props) {
  const words = useWords();
  const { money } = useFormats();
  const left = charge.value - charge.refundedValue;
  const form = useRefundForm(charge, left, onClose);
  return (
    <DialogForm
      form={form}
      danger
      action={words.deposit.refund}
      title={words.deposit.refundTitle}
      hint={words.deposit.refundHint(money(left))}
      onClose={onClose}
    >
      <AmountField label={words.deposit.refundAmount} {...form.amount('value')} />
      <AmountField label={words.deposit.refundAgain} {...form.amount('again')} />
      <TextField optional label={words.deposit.refundReason} {...form.field('reason')} />
    </DialogForm>
  );
}

function useRefundForm({ paymentLinkId }: Charge, left: number, onClose: () => void) {
  const words = useWords();
  const { money } = useFormats();
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const refresh = useRefreshDeposit(paymentLinkId);
  return useForm({
    initial: { value: '', again: '', reason: '' },
    check({ value, again, reason }) {
      if (value === '') return { value: words.common.required };
      if (Number(value) > left) return { value: words.deposit.refundTooMuch(money(left)) };
      if (value !== again) return { again: words.deposit.refundAgainWrong };
      return reason.trim().length > REASON_MAX ? { reason: words.common.tooLong(REASON_MAX) } : {};
    },
    async submit({ value, reason }) {
      const body = {
        value: Number(value),
        ...(reason.trim() ? { reason: reason.trim() } : {}),
      };
      const path = { paymentLinkId };
      const call = 'POST /api/deposit/{paymentLinkId}/refund';
      try {
        await api.request(call, { path, body, idempotencyKey });
      } catch (error) {
        // Only here the key has a refund, which failed for good. Another error may come after a refund that was made.
        if (error instanceof EntradaError && error.code === 'insufficient_balance') {
          setKey(newIdempotencyKey);
        }
        throw error;
      }
      notify(words.deposit.refundDone);
      await refresh();
      onClose();
    },
  });
}
