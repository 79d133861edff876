import type { ChargesServiceDefinition } from '@entrada/contracts/gen/charges/v1/ChargesService';
import { integerField, matchingField } from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import { SOME_TEXT } from '../transport/rpc/parse.ts';
import type { recover } from './recover.ts';

/** A bank that lost its data may know nothing of thousands of payments. */
const SKIP_MAX = 10_000;
/** An endToEndId, the id of a refund, one of each for a return, or the id of a window. */
const SKIP_ID = /^[0-9a-zA-Z-]{1,130}$/;

type Handlers = Pick<RpcHandlers<ChargesServiceDefinition>, 'recover'>;

/** `onDone` runs before the reply that says so. */
export function recoverRpc(
  work: ReturnType<typeof recover>,
  onDone: () => Promise<unknown>,
): Handlers {
  return {
    async recover({ reason, skip }) {
      matchingField('reason', reason, SOME_TEXT);
      integerField('skip', skip.length, 0, SKIP_MAX);
      const done = await work(skip.map((id) => matchingField('skip', id, SKIP_ID)));
      if (!done || done.isDone) await onDone();
      if (!done) return { isDone: true };
      const { failed, reusedExternalIds, ...more } = done;
      return { ...more, failed: [...failed], reusedExternalIds: [...reusedExternalIds] };
    },
  };
}
