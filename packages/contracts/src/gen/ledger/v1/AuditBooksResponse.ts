// Original file: proto/ledger/v1/books.proto

import type { UnreadWindowInput as _ledger_v1_UnreadWindowInput, UnreadWindow as _ledger_v1_UnreadWindow } from '../../ledger/v1/UnreadWindow.ts';
import type { Long } from '@grpc/proto-loader';

export interface AuditBooksResponseInput {
  'accounts'?: (number);
  'links'?: (number | string | Long);
  'from'?: (string);
  'to'?: (string);
  'violations'?: (string)[];
  'violationsCount'?: (number | string | Long);
  'notCompared'?: (string)[];
  'unread'?: (_ledger_v1_UnreadWindowInput)[];
}

export interface AuditBooksResponse {
  'accounts': (number);
  'links': (number);
  'from': (string);
  'to': (string);
  'violations': (string)[];
  'violationsCount': (number);
  'notCompared': (string)[];
  'unread': (_ledger_v1_UnreadWindow)[];
}
