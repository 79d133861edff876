import { cents, integer, ref, reply, text, time } from './schema.ts';

const fee = reply({
  basisPoints: integer({ description: 'Share of the value, in hundredths of a percent.' }),
  fixed: cents('Fixed part, in cents.'),
  min: cents('Minimum fee, in cents.'),
  max: cents('Maximum fee, in cents.'),
  mode: text({
    enum: ['DEDUCT', 'ON_TOP'],
    description: 'DEDUCT: the fee is deducted from the credit. ON_TOP: it is added to the value.',
  }),
});
const limits = reply({
  min: cents('Minimum value of a deposit, in cents.'),
  max: cents('Maximum value of a deposit, in cents.'),
});

const terms = {
  version: integer({
    description: 'Version number of the account’s terms; 0: the terms of the deployment.',
  }),
  from: time('When this version takes effect, or took effect.').nullable(),
  fee: ref('FeePlan'),
  limits: ref('ValueLimits'),
};

/** Fee plan and limits of an account. */
export const TERMS_SCHEMAS = {
  FeePlan: fee,
  ValueLimits: limits,
  AccountTerms: reply({ ...terms, next: ref('ScheduledTerms').nullable() }),
  ScheduledTerms: reply(terms),
};
