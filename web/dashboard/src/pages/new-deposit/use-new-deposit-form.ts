import { LIMITS } from '@entrada/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { newIdempotencyKey } from '../../api/new-idempotency-key.ts';
import type { Terms } from '../../api/use-terms.ts';
import { useForm } from '../../ui/use-form.ts';
import { useFormats, useWords } from '../../words/use-words.tsx';

const { descriptionLengthMax, externalIdLengthMax } = LIMITS.charge;
/** What the Pix API can carry; narrower limits are the account's. */
const WIDEST = { min: 1, max: 999_999_999_999 };
export const EXPIRY_CHOICES = ['900', '3600', '86400', '604800'] as const;
export type Expiry = (typeof EXPIRY_CHOICES)[number];

/** One deposit, however often the form is sent: its key is made when the form opens. */
export function useNewDepositForm(terms: Terms) {
  const words = useWords();
  const { money } = useFormats();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { min, max } = limitsOf(terms);
  return useForm({
    initial: { value: '', description: '', externalId: '', expiresIn: '86400' },
    check: ({ value, description, externalId }) => ({
      ...(isWithin(value, min, max)
        ? {}
        : { value: words.newDeposit.amountRange(money(min), money(max)) }),
      ...tooLong('description', description, descriptionLengthMax, words.common.tooLong),
      ...tooLong('externalId', externalId, externalIdLengthMax, words.common.tooLong),
    }),
    async submit({ value, description, externalId, expiresIn }) {
      const body = {
        value: Number(value),
        expiresIn: Number(expiresIn),
        ...(description.trim() ? { description: description.trim() } : {}),
        ...(externalId.trim() ? { externalId: externalId.trim() } : {}),
      };
      const { charge } = await api.request('POST /api/deposit', { body, idempotencyKey });
      await queries.invalidateQueries({ queryKey: ['deposits'] });
      await navigate({ to: '/deposits/$paymentLinkId', params: charge, replace: true });
    },
  });
}

/** Unknown while charges is unavailable; the API checks them anyway. */
export function limitsOf(terms: Terms): { readonly min: number; readonly max: number } {
  return terms?.limits ?? WIDEST;
}

function isWithin(value: string, min: number, max: number): boolean {
  const cents = Number(value);
  return value !== '' && cents >= min && cents <= max;
}

function tooLong(field: string, text: string, max: number, say: (max: number) => string) {
  return text.trim().length > max ? { [field]: say(max) } : {};
}
