// Original file: proto/auth/v1/account.proto

import type { AccountInput as _auth_v1_AccountInput, Account as _auth_v1_Account } from '../../auth/v1/Account.ts';

export interface GetAccountResponseInput {
  'account'?: (_auth_v1_AccountInput | null);
}

export interface GetAccountResponse {
  'account': (_auth_v1_Account | null);
}
