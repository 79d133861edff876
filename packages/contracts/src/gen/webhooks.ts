import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { DescriptorProtoInput as _google_protobuf_DescriptorProtoInput, DescriptorProto as _google_protobuf_DescriptorProto } from './google/protobuf/DescriptorProto.ts';
import type { EnumDescriptorProtoInput as _google_protobuf_EnumDescriptorProtoInput, EnumDescriptorProto as _google_protobuf_EnumDescriptorProto } from './google/protobuf/EnumDescriptorProto.ts';
import type { EnumOptionsInput as _google_protobuf_EnumOptionsInput, EnumOptions as _google_protobuf_EnumOptions } from './google/protobuf/EnumOptions.ts';
import type { EnumValueDescriptorProtoInput as _google_protobuf_EnumValueDescriptorProtoInput, EnumValueDescriptorProto as _google_protobuf_EnumValueDescriptorProto } from './google/protobuf/EnumValueDescriptorProto.ts';
import type { EnumValueOptionsInput as _google_protobuf_EnumValueOptionsInput, EnumValueOptions as _google_protobuf_EnumValueOptions } from './google/protobuf/EnumValueOptions.ts';
import type { ExtensionRangeOptionsInput as _google_protobuf_ExtensionRangeOptionsInput, ExtensionRangeOptions as _google_protobuf_ExtensionRangeOptions } from './google/protobuf/ExtensionRangeOptions.ts';
import type { FeatureSetInput as _google_protobuf_FeatureSetInput, FeatureSet as _google_protobuf_FeatureSet } from './google/protobuf/FeatureSet.ts';
import type { FeatureSetDefaultsInput as _google_protobuf_FeatureSetDefaultsInput, FeatureSetDefaults as _google_protobuf_FeatureSetDefaults } from './google/protobuf/FeatureSetDefaults.ts';
import type { FieldDescriptorProtoInput as _google_protobuf_FieldDescriptorProtoInput, FieldDescriptorProto as _google_protobuf_FieldDescriptorProto } from './google/protobuf/FieldDescriptorProto.ts';
import type { FieldOptionsInput as _google_protobuf_FieldOptionsInput, FieldOptions as _google_protobuf_FieldOptions } from './google/protobuf/FieldOptions.ts';
import type { FileDescriptorProtoInput as _google_protobuf_FileDescriptorProtoInput, FileDescriptorProto as _google_protobuf_FileDescriptorProto } from './google/protobuf/FileDescriptorProto.ts';
import type { FileDescriptorSetInput as _google_protobuf_FileDescriptorSetInput, FileDescriptorSet as _google_protobuf_FileDescriptorSet } from './google/protobuf/FileDescriptorSet.ts';
import type { FileOptionsInput as _google_protobuf_FileOptionsInput, FileOptions as _google_protobuf_FileOptions } from './google/protobuf/FileOptions.ts';
import type { GeneratedCodeInfoInput as _google_protobuf_GeneratedCodeInfoInput, GeneratedCodeInfo as _google_protobuf_GeneratedCodeInfo } from './google/protobuf/GeneratedCodeInfo.ts';
import type { MessageOptionsInput as _google_protobuf_MessageOptionsInput, MessageOptions as _google_protobuf_MessageOptions } from './google/protobuf/MessageOptions.ts';
import type { MethodDescriptorProtoInput as _google_protobuf_MethodDescriptorProtoInput, MethodDescriptorProto as _google_protobuf_MethodDescriptorProto } from './google/protobuf/MethodDescriptorProto.ts';
import type { MethodOptionsInput as _google_protobuf_MethodOptionsInput, MethodOptions as _google_protobuf_MethodOptions } from './google/protobuf/MethodOptions.ts';
import type { OneofDescriptorProtoInput as _google_protobuf_OneofDescriptorProtoInput, OneofDescriptorProto as _google_protobuf_OneofDescriptorProto } from './google/protobuf/OneofDescriptorProto.ts';
import type { OneofOptionsInput as _google_protobuf_OneofOptionsInput, OneofOptions as _google_protobuf_OneofOptions } from './google/protobuf/OneofOptions.ts';
import type { ServiceDescriptorProtoInput as _google_protobuf_ServiceDescriptorProtoInput, ServiceDescriptorProto as _google_protobuf_ServiceDescriptorProto } from './google/protobuf/ServiceDescriptorProto.ts';
import type { ServiceOptionsInput as _google_protobuf_ServiceOptionsInput, ServiceOptions as _google_protobuf_ServiceOptions } from './google/protobuf/ServiceOptions.ts';
import type { SourceCodeInfoInput as _google_protobuf_SourceCodeInfoInput, SourceCodeInfo as _google_protobuf_SourceCodeInfo } from './google/protobuf/SourceCodeInfo.ts';
import type { UninterpretedOptionInput as _google_protobuf_UninterpretedOptionInput, UninterpretedOption as _google_protobuf_UninterpretedOption } from './google/protobuf/UninterpretedOption.ts';
import type { AckEventsRequestInput as _webhooks_v1_AckEventsRequestInput, AckEventsRequest as _webhooks_v1_AckEventsRequest } from './webhooks/v1/AckEventsRequest.ts';
import type { AckEventsResponseInput as _webhooks_v1_AckEventsResponseInput, AckEventsResponse as _webhooks_v1_AckEventsResponse } from './webhooks/v1/AckEventsResponse.ts';
import type { AttemptInput as _webhooks_v1_AttemptInput, Attempt as _webhooks_v1_Attempt } from './webhooks/v1/Attempt.ts';
import type { AuditedEventInput as _webhooks_v1_AuditedEventInput, AuditedEvent as _webhooks_v1_AuditedEvent } from './webhooks/v1/AuditedEvent.ts';
import type { CreateEndpointRequestInput as _webhooks_v1_CreateEndpointRequestInput, CreateEndpointRequest as _webhooks_v1_CreateEndpointRequest } from './webhooks/v1/CreateEndpointRequest.ts';
import type { CreateEndpointResponseInput as _webhooks_v1_CreateEndpointResponseInput, CreateEndpointResponse as _webhooks_v1_CreateEndpointResponse } from './webhooks/v1/CreateEndpointResponse.ts';
import type { DeleteEndpointRequestInput as _webhooks_v1_DeleteEndpointRequestInput, DeleteEndpointRequest as _webhooks_v1_DeleteEndpointRequest } from './webhooks/v1/DeleteEndpointRequest.ts';
import type { DeleteEndpointResponseInput as _webhooks_v1_DeleteEndpointResponseInput, DeleteEndpointResponse as _webhooks_v1_DeleteEndpointResponse } from './webhooks/v1/DeleteEndpointResponse.ts';
import type { DeliveryInput as _webhooks_v1_DeliveryInput, Delivery as _webhooks_v1_Delivery } from './webhooks/v1/Delivery.ts';
import type { DeliveryTimelineEntryInput as _webhooks_v1_DeliveryTimelineEntryInput, DeliveryTimelineEntry as _webhooks_v1_DeliveryTimelineEntry } from './webhooks/v1/DeliveryTimelineEntry.ts';
import type { EndpointInput as _webhooks_v1_EndpointInput, Endpoint as _webhooks_v1_Endpoint } from './webhooks/v1/Endpoint.ts';
import type { EndpointHealthInput as _webhooks_v1_EndpointHealthInput, EndpointHealth as _webhooks_v1_EndpointHealth } from './webhooks/v1/EndpointHealth.ts';
import type { EndpointHourInput as _webhooks_v1_EndpointHourInput, EndpointHour as _webhooks_v1_EndpointHour } from './webhooks/v1/EndpointHour.ts';
import type { GetDeliveryRequestInput as _webhooks_v1_GetDeliveryRequestInput, GetDeliveryRequest as _webhooks_v1_GetDeliveryRequest } from './webhooks/v1/GetDeliveryRequest.ts';
import type { GetDeliveryResponseInput as _webhooks_v1_GetDeliveryResponseInput, GetDeliveryResponse as _webhooks_v1_GetDeliveryResponse } from './webhooks/v1/GetDeliveryResponse.ts';
import type { GetDeliveryTimelineRequestInput as _webhooks_v1_GetDeliveryTimelineRequestInput, GetDeliveryTimelineRequest as _webhooks_v1_GetDeliveryTimelineRequest } from './webhooks/v1/GetDeliveryTimelineRequest.ts';
import type { GetDeliveryTimelineResponseInput as _webhooks_v1_GetDeliveryTimelineResponseInput, GetDeliveryTimelineResponse as _webhooks_v1_GetDeliveryTimelineResponse } from './webhooks/v1/GetDeliveryTimelineResponse.ts';
import type { GetEndpointMetricsRequestInput as _webhooks_v1_GetEndpointMetricsRequestInput, GetEndpointMetricsRequest as _webhooks_v1_GetEndpointMetricsRequest } from './webhooks/v1/GetEndpointMetricsRequest.ts';
import type { GetEndpointMetricsResponseInput as _webhooks_v1_GetEndpointMetricsResponseInput, GetEndpointMetricsResponse as _webhooks_v1_GetEndpointMetricsResponse } from './webhooks/v1/GetEndpointMetricsResponse.ts';
import type { GetEndpointRequestInput as _webhooks_v1_GetEndpointRequestInput, GetEndpointRequest as _webhooks_v1_GetEndpointRequest } from './webhooks/v1/GetEndpointRequest.ts';
import type { GetEndpointResponseInput as _webhooks_v1_GetEndpointResponseInput, GetEndpointResponse as _webhooks_v1_GetEndpointResponse } from './webhooks/v1/GetEndpointResponse.ts';
import type { GetNotifiedHoursRequestInput as _webhooks_v1_GetNotifiedHoursRequestInput, GetNotifiedHoursRequest as _webhooks_v1_GetNotifiedHoursRequest } from './webhooks/v1/GetNotifiedHoursRequest.ts';
import type { GetNotifiedHoursResponseInput as _webhooks_v1_GetNotifiedHoursResponseInput, GetNotifiedHoursResponse as _webhooks_v1_GetNotifiedHoursResponse } from './webhooks/v1/GetNotifiedHoursResponse.ts';
import type { ListDeliveriesRequestInput as _webhooks_v1_ListDeliveriesRequestInput, ListDeliveriesRequest as _webhooks_v1_ListDeliveriesRequest } from './webhooks/v1/ListDeliveriesRequest.ts';
import type { ListDeliveriesResponseInput as _webhooks_v1_ListDeliveriesResponseInput, ListDeliveriesResponse as _webhooks_v1_ListDeliveriesResponse } from './webhooks/v1/ListDeliveriesResponse.ts';
import type { ListEndpointsRequestInput as _webhooks_v1_ListEndpointsRequestInput, ListEndpointsRequest as _webhooks_v1_ListEndpointsRequest } from './webhooks/v1/ListEndpointsRequest.ts';
import type { ListEndpointsResponseInput as _webhooks_v1_ListEndpointsResponseInput, ListEndpointsResponse as _webhooks_v1_ListEndpointsResponse } from './webhooks/v1/ListEndpointsResponse.ts';
import type { ListEventsForAuditRequestInput as _webhooks_v1_ListEventsForAuditRequestInput, ListEventsForAuditRequest as _webhooks_v1_ListEventsForAuditRequest } from './webhooks/v1/ListEventsForAuditRequest.ts';
import type { ListEventsForAuditResponseInput as _webhooks_v1_ListEventsForAuditResponseInput, ListEventsForAuditResponse as _webhooks_v1_ListEventsForAuditResponse } from './webhooks/v1/ListEventsForAuditResponse.ts';
import type { ListEventsRequestInput as _webhooks_v1_ListEventsRequestInput, ListEventsRequest as _webhooks_v1_ListEventsRequest } from './webhooks/v1/ListEventsRequest.ts';
import type { ListEventsResponseInput as _webhooks_v1_ListEventsResponseInput, ListEventsResponse as _webhooks_v1_ListEventsResponse } from './webhooks/v1/ListEventsResponse.ts';
import type { NotifiedHourInput as _webhooks_v1_NotifiedHourInput, NotifiedHour as _webhooks_v1_NotifiedHour } from './webhooks/v1/NotifiedHour.ts';
import type { NotifiedSumsInput as _webhooks_v1_NotifiedSumsInput, NotifiedSums as _webhooks_v1_NotifiedSums } from './webhooks/v1/NotifiedSums.ts';
import type { RedeliverRequestInput as _webhooks_v1_RedeliverRequestInput, RedeliverRequest as _webhooks_v1_RedeliverRequest } from './webhooks/v1/RedeliverRequest.ts';
import type { RedeliverResponseInput as _webhooks_v1_RedeliverResponseInput, RedeliverResponse as _webhooks_v1_RedeliverResponse } from './webhooks/v1/RedeliverResponse.ts';
import type { ReplayWindowRequestInput as _webhooks_v1_ReplayWindowRequestInput, ReplayWindowRequest as _webhooks_v1_ReplayWindowRequest } from './webhooks/v1/ReplayWindowRequest.ts';
import type { ReplayWindowResponseInput as _webhooks_v1_ReplayWindowResponseInput, ReplayWindowResponse as _webhooks_v1_ReplayWindowResponse } from './webhooks/v1/ReplayWindowResponse.ts';
import type { RotateSecretRequestInput as _webhooks_v1_RotateSecretRequestInput, RotateSecretRequest as _webhooks_v1_RotateSecretRequest } from './webhooks/v1/RotateSecretRequest.ts';
import type { RotateSecretResponseInput as _webhooks_v1_RotateSecretResponseInput, RotateSecretResponse as _webhooks_v1_RotateSecretResponse } from './webhooks/v1/RotateSecretResponse.ts';
import type { SendTestRequestInput as _webhooks_v1_SendTestRequestInput, SendTestRequest as _webhooks_v1_SendTestRequest } from './webhooks/v1/SendTestRequest.ts';
import type { SendTestResponseInput as _webhooks_v1_SendTestResponseInput, SendTestResponse as _webhooks_v1_SendTestResponse } from './webhooks/v1/SendTestResponse.ts';
import type { TimingsInput as _webhooks_v1_TimingsInput, Timings as _webhooks_v1_Timings } from './webhooks/v1/Timings.ts';
import type { TriggerInput as _webhooks_v1_TriggerInput, Trigger as _webhooks_v1_Trigger } from './webhooks/v1/Trigger.ts';
import type { UpdateEndpointRequestInput as _webhooks_v1_UpdateEndpointRequestInput, UpdateEndpointRequest as _webhooks_v1_UpdateEndpointRequest } from './webhooks/v1/UpdateEndpointRequest.ts';
import type { UpdateEndpointResponseInput as _webhooks_v1_UpdateEndpointResponseInput, UpdateEndpointResponse as _webhooks_v1_UpdateEndpointResponse } from './webhooks/v1/UpdateEndpointResponse.ts';
import type { WatchChangesRequestInput as _webhooks_v1_WatchChangesRequestInput, WatchChangesRequest as _webhooks_v1_WatchChangesRequest } from './webhooks/v1/WatchChangesRequest.ts';
import type { WatchChangesResponseInput as _webhooks_v1_WatchChangesResponseInput, WatchChangesResponse as _webhooks_v1_WatchChangesResponse } from './webhooks/v1/WatchChangesResponse.ts';
import type { WebhooksServiceClient as _webhooks_v1_WebhooksServiceClient, WebhooksServiceDefinition as _webhooks_v1_WebhooksServiceDefinition } from './webhooks/v1/WebhooksService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  access: {
    v1: {
    }
  }
  google: {
    protobuf: {
      DescriptorProto: MessageTypeDefinition<_google_protobuf_DescriptorProtoInput, _google_protobuf_DescriptorProto>
      Edition: EnumTypeDefinition
      EnumDescriptorProto: MessageTypeDefinition<_google_protobuf_EnumDescriptorProtoInput, _google_protobuf_EnumDescriptorProto>
      EnumOptions: MessageTypeDefinition<_google_protobuf_EnumOptionsInput, _google_protobuf_EnumOptions>
      EnumValueDescriptorProto: MessageTypeDefinition<_google_protobuf_EnumValueDescriptorProtoInput, _google_protobuf_EnumValueDescriptorProto>
      EnumValueOptions: MessageTypeDefinition<_google_protobuf_EnumValueOptionsInput, _google_protobuf_EnumValueOptions>
      ExtensionRangeOptions: MessageTypeDefinition<_google_protobuf_ExtensionRangeOptionsInput, _google_protobuf_ExtensionRangeOptions>
      FeatureSet: MessageTypeDefinition<_google_protobuf_FeatureSetInput, _google_protobuf_FeatureSet>
      FeatureSetDefaults: MessageTypeDefinition<_google_protobuf_FeatureSetDefaultsInput, _google_protobuf_FeatureSetDefaults>
      FieldDescriptorProto: MessageTypeDefinition<_google_protobuf_FieldDescriptorProtoInput, _google_protobuf_FieldDescriptorProto>
      FieldOptions: MessageTypeDefinition<_google_protobuf_FieldOptionsInput, _google_protobuf_FieldOptions>
      FileDescriptorProto: MessageTypeDefinition<_google_protobuf_FileDescriptorProtoInput, _google_protobuf_FileDescriptorProto>
      FileDescriptorSet: MessageTypeDefinition<_google_protobuf_FileDescriptorSetInput, _google_protobuf_FileDescriptorSet>
      FileOptions: MessageTypeDefinition<_google_protobuf_FileOptionsInput, _google_protobuf_FileOptions>
      GeneratedCodeInfo: MessageTypeDefinition<_google_protobuf_GeneratedCodeInfoInput, _google_protobuf_GeneratedCodeInfo>
      MessageOptions: MessageTypeDefinition<_google_protobuf_MessageOptionsInput, _google_protobuf_MessageOptions>
      MethodDescriptorProto: MessageTypeDefinition<_google_protobuf_MethodDescriptorProtoInput, _google_protobuf_MethodDescriptorProto>
      MethodOptions: MessageTypeDefinition<_google_protobuf_MethodOptionsInput, _google_protobuf_MethodOptions>
      OneofDescriptorProto: MessageTypeDefinition<_google_protobuf_OneofDescriptorProtoInput, _google_protobuf_OneofDescriptorProto>
      OneofOptions: MessageTypeDefinition<_google_protobuf_OneofOptionsInput, _google_protobuf_OneofOptions>
      ServiceDescriptorProto: MessageTypeDefinition<_google_protobuf_ServiceDescriptorProtoInput, _google_protobuf_ServiceDescriptorProto>
      ServiceOptions: MessageTypeDefinition<_google_protobuf_ServiceOptionsInput, _google_protobuf_ServiceOptions>
      SourceCodeInfo: MessageTypeDefinition<_google_protobuf_SourceCodeInfoInput, _google_protobuf_SourceCodeInfo>
      SymbolVisibility: EnumTypeDefinition
      UninterpretedOption: MessageTypeDefinition<_google_protobuf_UninterpretedOptionInput, _google_protobuf_UninterpretedOption>
    }
  }
  webhooks: {
    v1: {
      AckEventsRequest: MessageTypeDefinition<_webhooks_v1_AckEventsRequestInput, _webhooks_v1_AckEventsRequest>
      AckEventsResponse: MessageTypeDefinition<_webhooks_v1_AckEventsResponseInput, _webhooks_v1_AckEventsResponse>
      Attempt: MessageTypeDefinition<_webhooks_v1_AttemptInput, _webhooks_v1_Attempt>
      AuditedEvent: MessageTypeDefinition<_webhooks_v1_AuditedEventInput, _webhooks_v1_AuditedEvent>
      CreateEndpointRequest: MessageTypeDefinition<_webhooks_v1_CreateEndpointRequestInput, _webhooks_v1_CreateEndpointRequest>
      CreateEndpointResponse: MessageTypeDefinition<_webhooks_v1_CreateEndpointResponseInput, _webhooks_v1_CreateEndpointResponse>
      DeleteEndpointRequest: MessageTypeDefinition<_webhooks_v1_DeleteEndpointRequestInput, _webhooks_v1_DeleteEndpointRequest>
      DeleteEndpointResponse: MessageTypeDefinition<_webhooks_v1_DeleteEndpointResponseInput, _webhooks_v1_DeleteEndpointResponse>
      Delivery: MessageTypeDefinition<_webhooks_v1_DeliveryInput, _webhooks_v1_Delivery>
      DeliveryTimelineEntry: MessageTypeDefinition<_webhooks_v1_DeliveryTimelineEntryInput, _webhooks_v1_DeliveryTimelineEntry>
      Endpoint: MessageTypeDefinition<_webhooks_v1_EndpointInput, _webhooks_v1_Endpoint>
      EndpointHealth: MessageTypeDefinition<_webhooks_v1_EndpointHealthInput, _webhooks_v1_EndpointHealth>
      EndpointHour: MessageTypeDefinition<_webhooks_v1_EndpointHourInput, _webhooks_v1_EndpointHour>
      GetDeliveryRequest: MessageTypeDefinition<_webhooks_v1_GetDeliveryRequestInput, _webhooks_v1_GetDeliveryRequest>
      GetDeliveryResponse: MessageTypeDefinition<_webhooks_v1_GetDeliveryResponseInput, _webhooks_v1_GetDeliveryResponse>
      GetDeliveryTimelineRequest: MessageTypeDefinition<_webhooks_v1_GetDeliveryTimelineRequestInput, _webhooks_v1_GetDeliveryTimelineRequest>
      GetDeliveryTimelineResponse: MessageTypeDefinition<_webhooks_v1_GetDeliveryTimelineResponseInput, _webhooks_v1_GetDeliveryTimelineResponse>
      GetEndpointMetricsRequest: MessageTypeDefinition<_webhooks_v1_GetEndpointMetricsRequestInput, _webhooks_v1_GetEndpointMetricsRequest>
      GetEndpointMetricsResponse: MessageTypeDefinition<_webhooks_v1_GetEndpointMetricsResponseInput, _webhooks_v1_GetEndpointMetricsResponse>
      GetEndpointRequest: MessageTypeDefinition<_webhooks_v1_GetEndpointRequestInput, _webhooks_v1_GetEndpointRequest>
      GetEndpointResponse: MessageTypeDefinition<_webhooks_v1_GetEndpointResponseInput, _webhooks_v1_GetEndpointResponse>
      GetNotifiedHoursRequest: MessageTypeDefinition<_webhooks_v1_GetNotifiedHoursRequestInput, _webhooks_v1_GetNotifiedHoursRequest>
      GetNotifiedHoursResponse: MessageTypeDefinition<_webhooks_v1_GetNotifiedHoursResponseInput, _webhooks_v1_GetNotifiedHoursResponse>
      ListDeliveriesRequest: MessageTypeDefinition<_webhooks_v1_ListDeliveriesRequestInput, _webhooks_v1_ListDeliveriesRequest>
      ListDeliveriesResponse: MessageTypeDefinition<_webhooks_v1_ListDeliveriesResponseInput, _webhooks_v1_ListDeliveriesResponse>
      ListEndpointsRequest: MessageTypeDefinition<_webhooks_v1_ListEndpointsRequestInput, _webhooks_v1_ListEndpointsRequest>
      ListEndpointsResponse: MessageTypeDefinition<_webhooks_v1_ListEndpointsResponseInput, _webhooks_v1_ListEndpointsResponse>
      ListEventsForAuditRequest: MessageTypeDefinition<_webhooks_v1_ListEventsForAuditRequestInput, _webhooks_v1_ListEventsForAuditRequest>
      ListEventsForAuditResponse: MessageTypeDefinition<_webhooks_v1_ListEventsForAuditResponseInput, _webhooks_v1_ListEventsForAuditResponse>
      ListEventsRequest: MessageTypeDefinition<_webhooks_v1_ListEventsRequestInput, _webhooks_v1_ListEventsRequest>
      ListEventsResponse: MessageTypeDefinition<_webhooks_v1_ListEventsResponseInput, _webhooks_v1_ListEventsResponse>
      NotifiedHour: MessageTypeDefinition<_webhooks_v1_NotifiedHourInput, _webhooks_v1_NotifiedHour>
      NotifiedSums: MessageTypeDefinition<_webhooks_v1_NotifiedSumsInput, _webhooks_v1_NotifiedSums>
      RedeliverRequest: MessageTypeDefinition<_webhooks_v1_RedeliverRequestInput, _webhooks_v1_RedeliverRequest>
      RedeliverResponse: MessageTypeDefinition<_webhooks_v1_RedeliverResponseInput, _webhooks_v1_RedeliverResponse>
      ReplayWindowRequest: MessageTypeDefinition<_webhooks_v1_ReplayWindowRequestInput, _webhooks_v1_ReplayWindowRequest>
      ReplayWindowResponse: MessageTypeDefinition<_webhooks_v1_ReplayWindowResponseInput, _webhooks_v1_ReplayWindowResponse>
      RotateSecretRequest: MessageTypeDefinition<_webhooks_v1_RotateSecretRequestInput, _webhooks_v1_RotateSecretRequest>
      RotateSecretResponse: MessageTypeDefinition<_webhooks_v1_RotateSecretResponseInput, _webhooks_v1_RotateSecretResponse>
      SendTestRequest: MessageTypeDefinition<_webhooks_v1_SendTestRequestInput, _webhooks_v1_SendTestRequest>
      SendTestResponse: MessageTypeDefinition<_webhooks_v1_SendTestResponseInput, _webhooks_v1_SendTestResponse>
      Timings: MessageTypeDefinition<_webhooks_v1_TimingsInput, _webhooks_v1_Timings>
      Trigger: MessageTypeDefinition<_webhooks_v1_TriggerInput, _webhooks_v1_Trigger>
      UpdateEndpointRequest: MessageTypeDefinition<_webhooks_v1_UpdateEndpointRequestInput, _webhooks_v1_UpdateEndpointRequest>
      UpdateEndpointResponse: MessageTypeDefinition<_webhooks_v1_UpdateEndpointResponseInput, _webhooks_v1_UpdateEndpointResponse>
      WatchChangesRequest: MessageTypeDefinition<_webhooks_v1_WatchChangesRequestInput, _webhooks_v1_WatchChangesRequest>
      WatchChangesResponse: MessageTypeDefinition<_webhooks_v1_WatchChangesResponseInput, _webhooks_v1_WatchChangesResponse>
      WebhooksService: SubtypeConstructor<typeof grpc.Client, _webhooks_v1_WebhooksServiceClient> & { service: _webhooks_v1_WebhooksServiceDefinition }
    }
  }
}

