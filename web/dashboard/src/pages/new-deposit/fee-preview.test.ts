import { type FeePlan, previewFee } from './fee-preview.ts';

const plan: FeePlan = { basisPoints: 100, fixed: 0, min: 0, max: null, mode: 'DEDUCT' };

describe('the preview of a fee', () => {
  test.each([
    [5_000, plan, { pays: 5_000, fee: 50, credit: 4_950 }],
    [50, plan, { pays: 50, fee: 1, credit: 49 }],
    [49, plan, { pays: 49, fee: 0, credit: 49 }],
    [1_000, { ...plan, min: 25 }, { pays: 1_000, fee: 25, credit: 975 }],
    [1_000, { ...plan, fixed: 30, max: 35 }, { pays: 1_000, fee: 35, credit: 965 }],
    [10, { ...plan, fixed: 30 }, { pays: 10, fee: 10, credit: 0 }],
    [5_000, { ...plan, mode: 'ON_TOP' }, { pays: 5_050, fee: 50, credit: 5_000 }],
    [999_999_999_999, { ...plan, basisPoints: 9_999 }, { fee: 999_899_999_999 }],
  ] as const)('%i cents are priced as the API prices them', (cents, terms, expected) => {
    expect(previewFee(cents, terms)).toMatchObject(expected);
  });
});
