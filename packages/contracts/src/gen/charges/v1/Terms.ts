// Original file: proto/charges/v1/terms.proto

import type { Long } from '@grpc/proto-loader';

export interface TermsInput {
  'version'?: (number);
  'from'?: (string);
  'feeBasisPoints'?: (number | string | Long);
  'feeFixedCents'?: (number | string | Long);
  'feeMinCents'?: (number | string | Long);
  'feeMaxCents'?: (number | string | Long);
  'feeMode'?: (string);
  'valueMinCents'?: (number | string | Long);
  'valueMaxCents'?: (number | string | Long);
  'operator'?: (string);
  'reason'?: (string);
  'setAt'?: (string);
  'defaults'?: (string)[];
  'changes'?: (string)[];
  'dailyDepositsMax'?: (number | string | Long);
  'dailyDepositCentsMax'?: (number | string | Long);
  'dailyRefundsMax'?: (number | string | Long);
  'dailyRefundCentsMax'?: (number | string | Long);
  '_dailyDepositsMax'?: "dailyDepositsMax";
  '_dailyDepositCentsMax'?: "dailyDepositCentsMax";
  '_dailyRefundsMax'?: "dailyRefundsMax";
  '_dailyRefundCentsMax'?: "dailyRefundCentsMax";
}

export interface Terms {
  'version': (number);
  'from': (string);
  'feeBasisPoints': (number);
  'feeFixedCents': (number);
  'feeMinCents': (number);
  'feeMaxCents': (number);
  'feeMode': (string);
  'valueMinCents': (number);
  'valueMaxCents': (number);
  'operator': (string);
  'reason': (string);
  'setAt': (string);
  'defaults': (string)[];
  'changes': (string)[];
  'dailyDepositsMax'?: (number);
  'dailyDepositCentsMax'?: (number);
  'dailyRefundsMax'?: (number);
  'dailyRefundCentsMax'?: (number);
  '_dailyDepositsMax'?: "dailyDepositsMax";
  '_dailyDepositCentsMax'?: "dailyDepositCentsMax";
  '_dailyRefundsMax'?: "dailyRefundsMax";
  '_dailyRefundCentsMax'?: "dailyRefundCentsMax";
}
