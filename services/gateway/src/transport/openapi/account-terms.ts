import { cents, integer, reply, text, time } from './schema.ts';

export const FEE = reply({
  basisPoints: integer({ description: 'Share of the value, in hundredths of a percent.' }),
  fixed: cents('Fixed part, in cents.'),
  min: cents('Minimum fee, in cents.'),
  max: cents('Maximum fee, in cents.'),
  mode: text({
    enum: ['DEDUCT', 'ON_TOP'],
    description: 'DEDUCT: the fee is deducted from the credit. ON_TOP: it is added to the value.',
  }),
});
export const VALUE_LIMITS = reply({
  min: cents('Minimum value of a deposit, in cents.'),
  max: cents('Maximum value of a deposit, in cents.'),
});

const terms = {
  version: integer({
    description: 'Version number of the account’s terms; 0: the terms of the deployment.',
  }),
  from: time('When this version takes effect, or took effect.').nullable(),
  fee: FEE,
  limits: VALUE_LIMITS,
};

/** Fee plan and limits of an account. */
export const ACCOUNT_TERMS = reply({ ...terms, next: reply(terms).nullable() });
