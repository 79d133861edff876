// Original file: proto/ledger/v1/books.proto

import type { SignedCheckpointsInput as _ledger_v1_SignedCheckpointsInput, SignedCheckpoints as _ledger_v1_SignedCheckpoints } from '../../ledger/v1/SignedCheckpoints.ts';
import type { Long } from '@grpc/proto-loader';

export interface VerifyBooksResponseInput {
  'accounts'?: (number);
  'links'?: (number | string | Long);
  'violations'?: (string)[];
  'violationsCount'?: (number | string | Long);
  'signed'?: (_ledger_v1_SignedCheckpointsInput)[];
}

export interface VerifyBooksResponse {
  'accounts': (number);
  'links': (number);
  'violations': (string)[];
  'violationsCount': (number);
  'signed': (_ledger_v1_SignedCheckpoints)[];
}
