import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AttemptInput as _webhooks_v1_AttemptInput, Attempt as _webhooks_v1_Attempt } from './webhooks/v1/Attempt.ts';
import type { AuditedEventInput as _webhooks_v1_AuditedEventInput, AuditedEvent as _webhooks_v1_AuditedEvent } from './webhooks/v1/AuditedEvent.ts';
import type { DeliveryInput as _webhooks_v1_DeliveryInput, Delivery as _webhooks_v1_Delivery } from './webhooks/v1/Delivery.ts';
import type { DeliveryTimelineEntryInput as _webhooks_v1_DeliveryTimelineEntryInput, DeliveryTimelineEntry as _webhooks_v1_DeliveryTimelineEntry } from './webhooks/v1/DeliveryTimelineEntry.ts';
import type { GetDeliveryRequestInput as _webhooks_v1_GetDeliveryRequestInput, GetDeliveryRequest as _webhooks_v1_GetDeliveryRequest } from './webhooks/v1/GetDeliveryRequest.ts';
import type { GetDeliveryResponseInput as _webhooks_v1_GetDeliveryResponseInput, GetDeliveryResponse as _webhooks_v1_GetDeliveryResponse } from './webhooks/v1/GetDeliveryResponse.ts';
import type { GetDeliveryTimelineRequestInput as _webhooks_v1_GetDeliveryTimelineRequestInput, GetDeliveryTimelineRequest as _webhooks_v1_GetDeliveryTimelineRequest } from './webhooks/v1/GetDeliveryTimelineRequest.ts';
import type { GetDeliveryTimelineResponseInput as _webhooks_v1_GetDeliveryTimelineResponseInput, GetDeliveryTimelineResponse as _webhooks_v1_GetDeliveryTimelineResponse } from './webhooks/v1/GetDeliveryTimelineResponse.ts';
import type { ListDeliveriesRequestInput as _webhooks_v1_ListDeliveriesRequestInput, ListDeliveriesRequest as _webhooks_v1_ListDeliveriesRequest } from './webhooks/v1/ListDeliveriesRequest.ts';
import type { ListDeliveriesResponseInput as _webhooks_v1_ListDeliveriesResponseInput, ListDeliveriesResponse as _webhooks_v1_ListDeliveriesResponse } from './webhooks/v1/ListDeliveriesResponse.ts';
import type { ListEventsForAuditRequestInput as _webhooks_v1_ListEventsForAuditRequestInput, ListEventsForAuditRequest as _webhooks_v1_ListEventsForAuditRequest } from './webhooks/v1/ListEventsForAuditRequest.ts';
import type { ListEventsForAuditResponseInput as _webhooks_v1_ListEventsForAuditResponseInput, ListEventsForAuditResponse as _webhooks_v1_ListEventsForAuditResponse } from './webhooks/v1/ListEventsForAuditResponse.ts';
import type { RedeliverRequestInput as _webhooks_v1_RedeliverRequestInput, RedeliverRequest as _webhooks_v1_RedeliverRequest } from './webhooks/v1/RedeliverRequest.ts';
import type { RedeliverResponseInput as _webhooks_v1_RedeliverResponseInput, RedeliverResponse as _webhooks_v1_RedeliverResponse } from './webhooks/v1/RedeliverResponse.ts';
import type { ReplayWindowRequestInput as _webhooks_v1_ReplayWindowRequestInput, ReplayWindowRequest as _webhooks_v1_ReplayWindowRequest } from './webhooks/v1/ReplayWindowRequest.ts';
import type { ReplayWindowResponseInput as _webhooks_v1_ReplayWindowResponseInput, ReplayWindowResponse as _webhooks_v1_ReplayWindowResponse } from './webhooks/v1/ReplayWindowResponse.ts';
import type { TimingsInput as _webhooks_v1_TimingsInput, Timings as _webhooks_v1_Timings } from './webhooks/v1/Timings.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  webhooks: {
    v1: {
      Attempt: MessageTypeDefinition<_webhooks_v1_AttemptInput, _webhooks_v1_Attempt>
      AuditedEvent: MessageTypeDefinition<_webhooks_v1_AuditedEventInput, _webhooks_v1_AuditedEvent>
      Delivery: MessageTypeDefinition<_webhooks_v1_DeliveryInput, _webhooks_v1_Delivery>
      DeliveryTimelineEntry: MessageTypeDefinition<_webhooks_v1_DeliveryTimelineEntryInput, _webhooks_v1_DeliveryTimelineEntry>
      GetDeliveryRequest: MessageTypeDefinition<_webhooks_v1_GetDeliveryRequestInput, _webhooks_v1_GetDeliveryRequest>
      GetDeliveryResponse: MessageTypeDefinition<_webhooks_v1_GetDeliveryResponseInput, _webhooks_v1_GetDeliveryResponse>
      GetDeliveryTimelineRequest: MessageTypeDefinition<_webhooks_v1_GetDeliveryTimelineRequestInput, _webhooks_v1_GetDeliveryTimelineRequest>
      GetDeliveryTimelineResponse: MessageTypeDefinition<_webhooks_v1_GetDeliveryTimelineResponseInput, _webhooks_v1_GetDeliveryTimelineResponse>
      ListDeliveriesRequest: MessageTypeDefinition<_webhooks_v1_ListDeliveriesRequestInput, _webhooks_v1_ListDeliveriesRequest>
      ListDeliveriesResponse: MessageTypeDefinition<_webhooks_v1_ListDeliveriesResponseInput, _webhooks_v1_ListDeliveriesResponse>
      ListEventsForAuditRequest: MessageTypeDefinition<_webhooks_v1_ListEventsForAuditRequestInput, _webhooks_v1_ListEventsForAuditRequest>
      ListEventsForAuditResponse: MessageTypeDefinition<_webhooks_v1_ListEventsForAuditResponseInput, _webhooks_v1_ListEventsForAuditResponse>
      RedeliverRequest: MessageTypeDefinition<_webhooks_v1_RedeliverRequestInput, _webhooks_v1_RedeliverRequest>
      RedeliverResponse: MessageTypeDefinition<_webhooks_v1_RedeliverResponseInput, _webhooks_v1_RedeliverResponse>
      ReplayWindowRequest: MessageTypeDefinition<_webhooks_v1_ReplayWindowRequestInput, _webhooks_v1_ReplayWindowRequest>
      ReplayWindowResponse: MessageTypeDefinition<_webhooks_v1_ReplayWindowResponseInput, _webhooks_v1_ReplayWindowResponse>
      Timings: MessageTypeDefinition<_webhooks_v1_TimingsInput, _webhooks_v1_Timings>
    }
  }
}

