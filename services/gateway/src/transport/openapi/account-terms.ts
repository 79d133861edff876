import { cents, integer, reply, text, time } from './schema.ts';

export const FEE = reply({
  basisPoints: integer({ description: 'Share of the value, in hundredths of a percent.' }),
  fixed: cents('Fixed part, in cents.'),
  min: cents('Least fee, in cents.'),
  max: cents('Highest fee, in cents.'),
  mode: text({
    enum: ['DEDUCT', 'ON_TOP'],
    description: 'From the credit, or on top of the value.',
  }),
});
export const VALUE_LIMITS = reply({
  min: cents('Least value of a deposit, in cents.'),
  max: cents('Highest value of a deposit, in cents.'),
});

const terms = {
  version: integer({
    description: 'Counts the versions of the account; 0 is the deployment’s own.',
  }),
  from: time('Since when this version holds, or from when it will.').nullable(),
  fee: FEE,
  limits: VALUE_LIMITS,
};

/** Fee plan and limits of an account. */
export const ACCOUNT_TERMS = reply({ ...terms, next: reply(terms).nullable() });
