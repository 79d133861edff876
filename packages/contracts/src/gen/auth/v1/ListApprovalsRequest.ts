// Original file: proto/auth/v1/approvals.proto


export interface ListApprovalsRequestInput {
  'withEnded'?: (boolean);
}

export interface ListApprovalsRequest {
  'withEnded': (boolean);
}
