// Original file: proto/auth/v1/safety.proto

import type { AccountInput as _auth_v1_AccountInput, Account as _auth_v1_Account } from '../../auth/v1/Account.ts';

export interface UpdateAccountResponseInput {
  'account'?: (_auth_v1_AccountInput | null);
}

export interface UpdateAccountResponse {
  'account': (_auth_v1_Account | null);
}
