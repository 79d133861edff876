// Original file: proto/charges/v1/terms.proto

import type { Long } from '@grpc/proto-loader';

export interface SetTermsRequestInput {
  'accountId'?: (string);
  'feeBasisPoints'?: (number | string | Long);
  'feeFixedCents'?: (number | string | Long);
  'feeMinCents'?: (number | string | Long);
  'feeMaxCents'?: (number | string | Long);
  'feeMode'?: (string);
  'valueMinCents'?: (number | string | Long);
  'valueMaxCents'?: (number | string | Long);
  'defaults'?: (string)[];
  'from'?: (string);
  'operator'?: (string);
  'reason'?: (string);
  'dailyDepositsMax'?: (number | string | Long);
  'dailyDepositCentsMax'?: (number | string | Long);
  'dailyRefundsMax'?: (number | string | Long);
  'dailyRefundCentsMax'?: (number | string | Long);
  'approvalId'?: (string);
  '_feeBasisPoints'?: "feeBasisPoints";
  '_feeFixedCents'?: "feeFixedCents";
  '_feeMinCents'?: "feeMinCents";
  '_feeMaxCents'?: "feeMaxCents";
  '_feeMode'?: "feeMode";
  '_valueMinCents'?: "valueMinCents";
  '_valueMaxCents'?: "valueMaxCents";
  '_dailyDepositsMax'?: "dailyDepositsMax";
  '_dailyDepositCentsMax'?: "dailyDepositCentsMax";
  '_dailyRefundsMax'?: "dailyRefundsMax";
  '_dailyRefundCentsMax'?: "dailyRefundCentsMax";
}

export interface SetTermsRequest {
  'accountId': (string);
  'feeBasisPoints'?: (number);
  'feeFixedCents'?: (number);
  'feeMinCents'?: (number);
  'feeMaxCents'?: (number);
  'feeMode'?: (string);
  'valueMinCents'?: (number);
  'valueMaxCents'?: (number);
  'defaults': (string)[];
  'from': (string);
  'operator': (string);
  'reason': (string);
  'dailyDepositsMax'?: (number);
  'dailyDepositCentsMax'?: (number);
  'dailyRefundsMax'?: (number);
  'dailyRefundCentsMax'?: (number);
  'approvalId': (string);
  '_feeBasisPoints'?: "feeBasisPoints";
  '_feeFixedCents'?: "feeFixedCents";
  '_feeMinCents'?: "feeMinCents";
  '_feeMaxCents'?: "feeMaxCents";
  '_feeMode'?: "feeMode";
  '_valueMinCents'?: "valueMinCents";
  '_valueMaxCents'?: "valueMaxCents";
  '_dailyDepositsMax'?: "dailyDepositsMax";
  '_dailyDepositCentsMax'?: "dailyDepositCentsMax";
  '_dailyRefundsMax'?: "dailyRefundsMax";
  '_dailyRefundCentsMax'?: "dailyRefundCentsMax";
}
