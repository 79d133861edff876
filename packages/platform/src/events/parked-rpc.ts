import type { ParkedServiceDefinition } from '@entrada/contracts/gen/parked/v1/ParkedService';
import { ParkedService } from '@entrada/contracts/services';
import type { Pool } from 'pg';
import type { DecisionPorts } from '../approvals/decision.ts';
import { AppError } from '../errors/app-error.ts';
import { operatorNow } from '../grpc/callers.ts';
import { formatTime, matchingField } from '../grpc/fields.ts';
import type { RpcHandlers } from '../grpc/types.ts';
import {
  countUnauthenticated,
  discardParked,
  discardUnauthenticated,
  findParked,
  findParkedById,
  listParked,
  requestRetry,
  retryUnauthenticated,
} from './parked-records.ts';

const LIST_MAX = 1_000;
const REASON = /^[^\0]{1,500}$/s;

type Needs = {
  readonly pool: Pool;
  readonly group: string;
  readonly recordAudit: DecisionPorts['recordAudit'];
};

/** What operators do about records that this service has parked. */
export function parkedRpc({ pool, group, recordAudit }: Needs) {
  const record = async (action: string, subject: string, detail: { readonly reason: string }) => {
    matchingField('reason', detail.reason, REASON);
    const actor = `operator:${operatorNow()}`;
    await recordAudit({ actor, action, subject: `${group}:${subject}`, accountId: '', detail });
  };
  const unauthenticated = async () => {
    const found = await countUnauthenticated(pool, group);
    if (found.records > 0) return found;
    throw new AppError('NOT_FOUND', `No record is parked as unauthenticated in ${group}.`);
  };
  const handlers: RpcHandlers<ParkedServiceDefinition> = {
    async listParked() {
      const records = await listParked(pool, LIST_MAX);
      return {
        records: records.map(({ parkedAt, eventId, ...rest }) => ({
          ...rest,
          eventId: eventId ?? '',
          parkedAt: formatTime(parkedAt),
        })),
      };
    },
    async retryParked({ topic, key, reason, unauthenticated: isAll }) {
      if (isAll) {
        const found = await unauthenticated();
        await record('parked.retry', 'unauthenticated', { reason, ...found });
        await retryUnauthenticated(pool, group);
        return found;
      }
      const first = await findParked(pool, { group, topic, key });
      if (!first) throw notParked(`record of ${key} in ${topic}`, group);
      if (first.reason === 'no_event_id') throw neverHandled(first.id);
      await record('parked.retry', `${topic}:${key}`, { reason });
      const retried = await requestRetry(pool, { group, topic, key });
      return { records: (retried?.waitingBehind ?? 0) + 1, keys: 1 };
    },
    async discardParked({ id, reason, unauthenticated: isAll }) {
      if (isAll) {
        const found = await unauthenticated();
        await record('parked.discard', 'unauthenticated', { reason, ...found });
        const records = await discardUnauthenticated(pool, group);
        return { records, left: (await countUnauthenticated(pool, group)).records };
      }
      const found = await findParkedById(pool, id);
      if (!found) throw notParked(`record ${id}`, group);
      const first = await findParked(pool, found);
      if (first && first.id !== id) throw waitsBehind(id, first.id);
      await record('parked.discard', `parked:${id}`, { reason });
      const discarded = await discardParked(pool, id);
      if (!discarded) throw notParked(`record ${id}`, group);
      return { records: 1, key: discarded.key, left: discarded.waitingBehind };
    },
  };
  return { definition: ParkedService.service, handlers };
}

function notParked(what: string, service: string): AppError {
  return new AppError(
    'NOT_FOUND',
    `No ${what} is parked in ${service}. Take it from operator parked list.`,
  );
}

function waitsBehind(id: number, first: number): AppError {
  const message = `Record ${id} waits behind record ${first} of the same key: decide about that one first.`;
  return new AppError('CONFLICT', message);
}

function neverHandled(id: number): AppError {
  const message = `Record ${id} of this key has no event id and can never be handled: discard it first.`;
  return new AppError('CONFLICT', message);
}
