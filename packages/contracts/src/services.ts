import { join } from 'node:path';
import { type GrpcObject, loadPackageDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import type { ProtoGrpcType as Auth } from './gen/auth.ts';
import type { ProtoGrpcType as Charges } from './gen/charges.ts';
import type { ProtoGrpcType as Events } from './gen/events.ts';
import type { ProtoGrpcType as Ledger } from './gen/ledger.ts';
import type { ProtoGrpcType as Parked } from './gen/parked.ts';
import type { ProtoGrpcType as Webhooks } from './gen/webhooks.ts';

const PROTO_FOLDER = join(import.meta.dirname, '../../../proto');
const CONTEXTS = ['auth', 'charges', 'events', 'ledger', 'parked', 'webhooks'];

/** Must equal the options of the type generator in tools/generate/generate.ts, so that the types match. */
const definition = loadSync(
  CONTEXTS.map((context) => `${context}/v1/${context}.proto`),
  {
    includeDirs: [PROTO_FOLDER],
    longs: Number,
    enums: String,
    defaults: true,
    arrays: true,
    oneofs: true,
  },
);

const loaded = loadPackageDefinition(definition) as GrpcObject as unknown as Auth &
  Charges &
  Events &
  Ledger &
  Parked &
  Webhooks;

export const { AuthService } = loaded.auth.v1;
export const { ChargesService } = loaded.charges.v1;
export const { LedgerService } = loaded.ledger.v1;
export const { ParkedService } = loaded.parked.v1;
export const { WebhooksService } = loaded.webhooks.v1;
export const { ChargeEvent, LedgerEvent } = loaded.events.v1;
