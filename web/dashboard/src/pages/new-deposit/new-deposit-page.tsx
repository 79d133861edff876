import { type Terms, useTerms } from '../../api/use-terms.ts';
import { Money } from '../../parts/money.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { FormFields } from '../../ui/form-fields.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFormats, useWords } from '../../words/use-words.tsx';
import { type FeePlan, previewFee } from './fee-preview.ts';
import styles from './new-deposit-page.module.css';
import {
  EXPIRY_CHOICES,
  type Expiry,
  limitsOf,
  useNewDepositForm,
} from './use-new-deposit-form.ts';

export function NewDepositPage() {
  const words = useWords();
  const terms = useTerms();
  return (
    <>
      <PageHeading hint={words.newDeposit.hint}>{words.newDeposit.title}</PageHeading>
      <Loaded query={terms} skeleton={<SkeletonRows rows={8} />}>
        {(loaded) => <NewDepositForm terms={loaded} />}
      </Loaded>
    </>
  );
}

function NewDepositForm({ terms }: { readonly terms: Terms }) {
  const words = useWords();
  const { money } = useFormats();
  const form = useNewDepositForm(terms);
  const { min, max } = limitsOf(terms);
  const { value } = form.values;
  const expiry = form.field('expiresIn');
  const choices = EXPIRY_CHOICES.map((value) => ({
    value,
    label: words.newDeposit.expiry[value],
  }));
  return (
    <form {...form.props} className={styles.page}>
      <Card>
        <FormFields>
          <AmountField
            large
            label={words.newDeposit.amount}
            {...form.amount('value')}
            hint={`${words.common.amountHint} ${words.newDeposit.amountRange(money(min), money(max))}`}
          />
          <TextField
            {...form.field('description')}
            optional
            label={words.newDeposit.description}
            hint={words.newDeposit.descriptionHint}
          />
          <TextField
            {...form.field('externalId')}
            optional
            autoComplete="off"
            label={words.newDeposit.externalId}
            hint={words.newDeposit.externalIdHint}
          />
          <Field label={words.newDeposit.expiresIn}>
            {({ id }) => (
              <Select
                id={id}
                label={words.newDeposit.expiresIn}
                options={choices}
                value={expiry.value as Expiry}
                onChange={expiry.onChange}
              />
            )}
          </Field>
        </FormFields>
      </Card>
      <Card title={words.newDeposit.preview}>
        {terms && <Preview cents={Number(value)} plan={terms.fee} />}
        <ErrorNote error={form.error} />
        <DialogActions>
          <Button type="submit" kind="primary" running={form.isRunning}>
            {words.newDeposit.create}
          </Button>
          <ButtonLink to="/deposits">{words.common.cancel}</ButtonLink>
        </DialogActions>
      </Card>
    </form>
  );
}

function Preview({ cents, plan }: { readonly cents: number; readonly plan: FeePlan }) {
  const words = useWords().newDeposit;
  const { pays, fee, credit } = previewFee(cents, plan);
  return (
    <dl className={styles.preview} aria-live="polite">
      <dt>{words.pays}</dt>
      <dd>
        <Money cents={pays} />
      </dd>
      <dt>{words.fee}</dt>
      <dd>
        <Money cents={-fee} />
      </dd>
      <dt className={styles.total}>{words.credit}</dt>
      <dd className={styles.total}>
        <Money cents={credit} />
      </dd>
    </dl>
  );
}
