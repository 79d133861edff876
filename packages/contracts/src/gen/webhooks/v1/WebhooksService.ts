// Original file: proto/webhooks/v1/webhooks.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AckEventsRequestInput as _webhooks_v1_AckEventsRequestInput, AckEventsRequest as _webhooks_v1_AckEventsRequest } from '../../webhooks/v1/AckEventsRequest.ts';
import type { AckEventsResponseInput as _webhooks_v1_AckEventsResponseInput, AckEventsResponse as _webhooks_v1_AckEventsResponse } from '../../webhooks/v1/AckEventsResponse.ts';
import type { CreateEndpointRequestInput as _webhooks_v1_CreateEndpointRequestInput, CreateEndpointRequest as _webhooks_v1_CreateEndpointRequest } from '../../webhooks/v1/CreateEndpointRequest.ts';
import type { CreateEndpointResponseInput as _webhooks_v1_CreateEndpointResponseInput, CreateEndpointResponse as _webhooks_v1_CreateEndpointResponse } from '../../webhooks/v1/CreateEndpointResponse.ts';
import type { DeleteEndpointRequestInput as _webhooks_v1_DeleteEndpointRequestInput, DeleteEndpointRequest as _webhooks_v1_DeleteEndpointRequest } from '../../webhooks/v1/DeleteEndpointRequest.ts';
import type { DeleteEndpointResponseInput as _webhooks_v1_DeleteEndpointResponseInput, DeleteEndpointResponse as _webhooks_v1_DeleteEndpointResponse } from '../../webhooks/v1/DeleteEndpointResponse.ts';
import type { GetDeliveryRequestInput as _webhooks_v1_GetDeliveryRequestInput, GetDeliveryRequest as _webhooks_v1_GetDeliveryRequest } from '../../webhooks/v1/GetDeliveryRequest.ts';
import type { GetDeliveryResponseInput as _webhooks_v1_GetDeliveryResponseInput, GetDeliveryResponse as _webhooks_v1_GetDeliveryResponse } from '../../webhooks/v1/GetDeliveryResponse.ts';
import type { GetDeliveryTimelineRequestInput as _webhooks_v1_GetDeliveryTimelineRequestInput, GetDeliveryTimelineRequest as _webhooks_v1_GetDeliveryTimelineRequest } from '../../webhooks/v1/GetDeliveryTimelineRequest.ts';
import type { GetDeliveryTimelineResponseInput as _webhooks_v1_GetDeliveryTimelineResponseInput, GetDeliveryTimelineResponse as _webhooks_v1_GetDeliveryTimelineResponse } from '../../webhooks/v1/GetDeliveryTimelineResponse.ts';
import type { GetEndpointMetricsRequestInput as _webhooks_v1_GetEndpointMetricsRequestInput, GetEndpointMetricsRequest as _webhooks_v1_GetEndpointMetricsRequest } from '../../webhooks/v1/GetEndpointMetricsRequest.ts';
import type { GetEndpointMetricsResponseInput as _webhooks_v1_GetEndpointMetricsResponseInput, GetEndpointMetricsResponse as _webhooks_v1_GetEndpointMetricsResponse } from '../../webhooks/v1/GetEndpointMetricsResponse.ts';
import type { GetEndpointRequestInput as _webhooks_v1_GetEndpointRequestInput, GetEndpointRequest as _webhooks_v1_GetEndpointRequest } from '../../webhooks/v1/GetEndpointRequest.ts';
import type { GetEndpointResponseInput as _webhooks_v1_GetEndpointResponseInput, GetEndpointResponse as _webhooks_v1_GetEndpointResponse } from '../../webhooks/v1/GetEndpointResponse.ts';
import type { GetNotifiedHoursRequestInput as _webhooks_v1_GetNotifiedHoursRequestInput, GetNotifiedHoursRequest as _webhooks_v1_GetNotifiedHoursRequest } from '../../webhooks/v1/GetNotifiedHoursRequest.ts';
import type { GetNotifiedHoursResponseInput as _webhooks_v1_GetNotifiedHoursResponseInput, GetNotifiedHoursResponse as _webhooks_v1_GetNotifiedHoursResponse } from '../../webhooks/v1/GetNotifiedHoursResponse.ts';
import type { ListDeliveriesRequestInput as _webhooks_v1_ListDeliveriesRequestInput, ListDeliveriesRequest as _webhooks_v1_ListDeliveriesRequest } from '../../webhooks/v1/ListDeliveriesRequest.ts';
import type { ListDeliveriesResponseInput as _webhooks_v1_ListDeliveriesResponseInput, ListDeliveriesResponse as _webhooks_v1_ListDeliveriesResponse } from '../../webhooks/v1/ListDeliveriesResponse.ts';
import type { ListEndpointsRequestInput as _webhooks_v1_ListEndpointsRequestInput, ListEndpointsRequest as _webhooks_v1_ListEndpointsRequest } from '../../webhooks/v1/ListEndpointsRequest.ts';
import type { ListEndpointsResponseInput as _webhooks_v1_ListEndpointsResponseInput, ListEndpointsResponse as _webhooks_v1_ListEndpointsResponse } from '../../webhooks/v1/ListEndpointsResponse.ts';
import type { ListEventsForAuditRequestInput as _webhooks_v1_ListEventsForAuditRequestInput, ListEventsForAuditRequest as _webhooks_v1_ListEventsForAuditRequest } from '../../webhooks/v1/ListEventsForAuditRequest.ts';
import type { ListEventsForAuditResponseInput as _webhooks_v1_ListEventsForAuditResponseInput, ListEventsForAuditResponse as _webhooks_v1_ListEventsForAuditResponse } from '../../webhooks/v1/ListEventsForAuditResponse.ts';
import type { ListEventsRequestInput as _webhooks_v1_ListEventsRequestInput, ListEventsRequest as _webhooks_v1_ListEventsRequest } from '../../webhooks/v1/ListEventsRequest.ts';
import type { ListEventsResponseInput as _webhooks_v1_ListEventsResponseInput, ListEventsResponse as _webhooks_v1_ListEventsResponse } from '../../webhooks/v1/ListEventsResponse.ts';
import type { RedeliverRequestInput as _webhooks_v1_RedeliverRequestInput, RedeliverRequest as _webhooks_v1_RedeliverRequest } from '../../webhooks/v1/RedeliverRequest.ts';
import type { RedeliverResponseInput as _webhooks_v1_RedeliverResponseInput, RedeliverResponse as _webhooks_v1_RedeliverResponse } from '../../webhooks/v1/RedeliverResponse.ts';
import type { ReplayWindowRequestInput as _webhooks_v1_ReplayWindowRequestInput, ReplayWindowRequest as _webhooks_v1_ReplayWindowRequest } from '../../webhooks/v1/ReplayWindowRequest.ts';
import type { ReplayWindowResponseInput as _webhooks_v1_ReplayWindowResponseInput, ReplayWindowResponse as _webhooks_v1_ReplayWindowResponse } from '../../webhooks/v1/ReplayWindowResponse.ts';
import type { RotateSecretRequestInput as _webhooks_v1_RotateSecretRequestInput, RotateSecretRequest as _webhooks_v1_RotateSecretRequest } from '../../webhooks/v1/RotateSecretRequest.ts';
import type { RotateSecretResponseInput as _webhooks_v1_RotateSecretResponseInput, RotateSecretResponse as _webhooks_v1_RotateSecretResponse } from '../../webhooks/v1/RotateSecretResponse.ts';
import type { SendTestRequestInput as _webhooks_v1_SendTestRequestInput, SendTestRequest as _webhooks_v1_SendTestRequest } from '../../webhooks/v1/SendTestRequest.ts';
import type { SendTestResponseInput as _webhooks_v1_SendTestResponseInput, SendTestResponse as _webhooks_v1_SendTestResponse } from '../../webhooks/v1/SendTestResponse.ts';
import type { UpdateEndpointRequestInput as _webhooks_v1_UpdateEndpointRequestInput, UpdateEndpointRequest as _webhooks_v1_UpdateEndpointRequest } from '../../webhooks/v1/UpdateEndpointRequest.ts';
import type { UpdateEndpointResponseInput as _webhooks_v1_UpdateEndpointResponseInput, UpdateEndpointResponse as _webhooks_v1_UpdateEndpointResponse } from '../../webhooks/v1/UpdateEndpointResponse.ts';
import type { WatchChangesRequestInput as _webhooks_v1_WatchChangesRequestInput, WatchChangesRequest as _webhooks_v1_WatchChangesRequest } from '../../webhooks/v1/WatchChangesRequest.ts';
import type { WatchChangesResponseInput as _webhooks_v1_WatchChangesResponseInput, WatchChangesResponse as _webhooks_v1_WatchChangesResponse } from '../../webhooks/v1/WatchChangesResponse.ts';

export interface WebhooksServiceClient extends grpc.Client {
  AckEvents(argument: _webhooks_v1_AckEventsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_AckEventsResponse>): grpc.ClientUnaryCall;
  AckEvents(argument: _webhooks_v1_AckEventsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_AckEventsResponse>): grpc.ClientUnaryCall;
  AckEvents(argument: _webhooks_v1_AckEventsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_AckEventsResponse>): grpc.ClientUnaryCall;
  AckEvents(argument: _webhooks_v1_AckEventsRequestInput, callback: grpc.requestCallback<_webhooks_v1_AckEventsResponse>): grpc.ClientUnaryCall;
  ackEvents(argument: _webhooks_v1_AckEventsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_AckEventsResponse>): grpc.ClientUnaryCall;
  ackEvents(argument: _webhooks_v1_AckEventsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_AckEventsResponse>): grpc.ClientUnaryCall;
  ackEvents(argument: _webhooks_v1_AckEventsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_AckEventsResponse>): grpc.ClientUnaryCall;
  ackEvents(argument: _webhooks_v1_AckEventsRequestInput, callback: grpc.requestCallback<_webhooks_v1_AckEventsResponse>): grpc.ClientUnaryCall;
  
  CreateEndpoint(argument: _webhooks_v1_CreateEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse>): grpc.ClientUnaryCall;
  CreateEndpoint(argument: _webhooks_v1_CreateEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse>): grpc.ClientUnaryCall;
  CreateEndpoint(argument: _webhooks_v1_CreateEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse>): grpc.ClientUnaryCall;
  CreateEndpoint(argument: _webhooks_v1_CreateEndpointRequestInput, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse>): grpc.ClientUnaryCall;
  createEndpoint(argument: _webhooks_v1_CreateEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse>): grpc.ClientUnaryCall;
  createEndpoint(argument: _webhooks_v1_CreateEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse>): grpc.ClientUnaryCall;
  createEndpoint(argument: _webhooks_v1_CreateEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse>): grpc.ClientUnaryCall;
  createEndpoint(argument: _webhooks_v1_CreateEndpointRequestInput, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse>): grpc.ClientUnaryCall;
  
  DeleteEndpoint(argument: _webhooks_v1_DeleteEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  DeleteEndpoint(argument: _webhooks_v1_DeleteEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  DeleteEndpoint(argument: _webhooks_v1_DeleteEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  DeleteEndpoint(argument: _webhooks_v1_DeleteEndpointRequestInput, callback: grpc.requestCallback<_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _webhooks_v1_DeleteEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _webhooks_v1_DeleteEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _webhooks_v1_DeleteEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  deleteEndpoint(argument: _webhooks_v1_DeleteEndpointRequestInput, callback: grpc.requestCallback<_webhooks_v1_DeleteEndpointResponse>): grpc.ClientUnaryCall;
  
  GetDelivery(argument: _webhooks_v1_GetDeliveryRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetDeliveryResponse>): grpc.ClientUnaryCall;
  GetDelivery(argument: _webhooks_v1_GetDeliveryRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_GetDeliveryResponse>): grpc.ClientUnaryCall;
  GetDelivery(argument: _webhooks_v1_GetDeliveryRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetDeliveryResponse>): grpc.ClientUnaryCall;
  GetDelivery(argument: _webhooks_v1_GetDeliveryRequestInput, callback: grpc.requestCallback<_webhooks_v1_GetDeliveryResponse>): grpc.ClientUnaryCall;
  getDelivery(argument: _webhooks_v1_GetDeliveryRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetDeliveryResponse>): grpc.ClientUnaryCall;
  getDelivery(argument: _webhooks_v1_GetDeliveryRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_GetDeliveryResponse>): grpc.ClientUnaryCall;
  getDelivery(argument: _webhooks_v1_GetDeliveryRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetDeliveryResponse>): grpc.ClientUnaryCall;
  getDelivery(argument: _webhooks_v1_GetDeliveryRequestInput, callback: grpc.requestCallback<_webhooks_v1_GetDeliveryResponse>): grpc.ClientUnaryCall;
  
  GetDeliveryTimeline(argument: _webhooks_v1_GetDeliveryTimelineRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetDeliveryTimelineResponse>): grpc.ClientUnaryCall;
  GetDeliveryTimeline(argument: _webhooks_v1_GetDeliveryTimelineRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_GetDeliveryTimelineResponse>): grpc.ClientUnaryCall;
  GetDeliveryTimeline(argument: _webhooks_v1_GetDeliveryTimelineRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetDeliveryTimelineResponse>): grpc.ClientUnaryCall;
  GetDeliveryTimeline(argument: _webhooks_v1_GetDeliveryTimelineRequestInput, callback: grpc.requestCallback<_webhooks_v1_GetDeliveryTimelineResponse>): grpc.ClientUnaryCall;
  getDeliveryTimeline(argument: _webhooks_v1_GetDeliveryTimelineRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetDeliveryTimelineResponse>): grpc.ClientUnaryCall;
  getDeliveryTimeline(argument: _webhooks_v1_GetDeliveryTimelineRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_GetDeliveryTimelineResponse>): grpc.ClientUnaryCall;
  getDeliveryTimeline(argument: _webhooks_v1_GetDeliveryTimelineRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetDeliveryTimelineResponse>): grpc.ClientUnaryCall;
  getDeliveryTimeline(argument: _webhooks_v1_GetDeliveryTimelineRequestInput, callback: grpc.requestCallback<_webhooks_v1_GetDeliveryTimelineResponse>): grpc.ClientUnaryCall;
  
  GetEndpoint(argument: _webhooks_v1_GetEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetEndpointResponse>): grpc.ClientUnaryCall;
  GetEndpoint(argument: _webhooks_v1_GetEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_GetEndpointResponse>): grpc.ClientUnaryCall;
  GetEndpoint(argument: _webhooks_v1_GetEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetEndpointResponse>): grpc.ClientUnaryCall;
  GetEndpoint(argument: _webhooks_v1_GetEndpointRequestInput, callback: grpc.requestCallback<_webhooks_v1_GetEndpointResponse>): grpc.ClientUnaryCall;
  getEndpoint(argument: _webhooks_v1_GetEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetEndpointResponse>): grpc.ClientUnaryCall;
  getEndpoint(argument: _webhooks_v1_GetEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_GetEndpointResponse>): grpc.ClientUnaryCall;
  getEndpoint(argument: _webhooks_v1_GetEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetEndpointResponse>): grpc.ClientUnaryCall;
  getEndpoint(argument: _webhooks_v1_GetEndpointRequestInput, callback: grpc.requestCallback<_webhooks_v1_GetEndpointResponse>): grpc.ClientUnaryCall;
  
  GetEndpointMetrics(argument: _webhooks_v1_GetEndpointMetricsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetEndpointMetricsResponse>): grpc.ClientUnaryCall;
  GetEndpointMetrics(argument: _webhooks_v1_GetEndpointMetricsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_GetEndpointMetricsResponse>): grpc.ClientUnaryCall;
  GetEndpointMetrics(argument: _webhooks_v1_GetEndpointMetricsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetEndpointMetricsResponse>): grpc.ClientUnaryCall;
  GetEndpointMetrics(argument: _webhooks_v1_GetEndpointMetricsRequestInput, callback: grpc.requestCallback<_webhooks_v1_GetEndpointMetricsResponse>): grpc.ClientUnaryCall;
  getEndpointMetrics(argument: _webhooks_v1_GetEndpointMetricsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetEndpointMetricsResponse>): grpc.ClientUnaryCall;
  getEndpointMetrics(argument: _webhooks_v1_GetEndpointMetricsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_GetEndpointMetricsResponse>): grpc.ClientUnaryCall;
  getEndpointMetrics(argument: _webhooks_v1_GetEndpointMetricsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetEndpointMetricsResponse>): grpc.ClientUnaryCall;
  getEndpointMetrics(argument: _webhooks_v1_GetEndpointMetricsRequestInput, callback: grpc.requestCallback<_webhooks_v1_GetEndpointMetricsResponse>): grpc.ClientUnaryCall;
  
  GetNotifiedHours(argument: _webhooks_v1_GetNotifiedHoursRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetNotifiedHoursResponse>): grpc.ClientUnaryCall;
  GetNotifiedHours(argument: _webhooks_v1_GetNotifiedHoursRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_GetNotifiedHoursResponse>): grpc.ClientUnaryCall;
  GetNotifiedHours(argument: _webhooks_v1_GetNotifiedHoursRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetNotifiedHoursResponse>): grpc.ClientUnaryCall;
  GetNotifiedHours(argument: _webhooks_v1_GetNotifiedHoursRequestInput, callback: grpc.requestCallback<_webhooks_v1_GetNotifiedHoursResponse>): grpc.ClientUnaryCall;
  getNotifiedHours(argument: _webhooks_v1_GetNotifiedHoursRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetNotifiedHoursResponse>): grpc.ClientUnaryCall;
  getNotifiedHours(argument: _webhooks_v1_GetNotifiedHoursRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_GetNotifiedHoursResponse>): grpc.ClientUnaryCall;
  getNotifiedHours(argument: _webhooks_v1_GetNotifiedHoursRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_GetNotifiedHoursResponse>): grpc.ClientUnaryCall;
  getNotifiedHours(argument: _webhooks_v1_GetNotifiedHoursRequestInput, callback: grpc.requestCallback<_webhooks_v1_GetNotifiedHoursResponse>): grpc.ClientUnaryCall;
  
  ListDeliveries(argument: _webhooks_v1_ListDeliveriesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListDeliveriesResponse>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _webhooks_v1_ListDeliveriesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_ListDeliveriesResponse>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _webhooks_v1_ListDeliveriesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListDeliveriesResponse>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _webhooks_v1_ListDeliveriesRequestInput, callback: grpc.requestCallback<_webhooks_v1_ListDeliveriesResponse>): grpc.ClientUnaryCall;
  listDeliveries(argument: _webhooks_v1_ListDeliveriesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListDeliveriesResponse>): grpc.ClientUnaryCall;
  listDeliveries(argument: _webhooks_v1_ListDeliveriesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_ListDeliveriesResponse>): grpc.ClientUnaryCall;
  listDeliveries(argument: _webhooks_v1_ListDeliveriesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListDeliveriesResponse>): grpc.ClientUnaryCall;
  listDeliveries(argument: _webhooks_v1_ListDeliveriesRequestInput, callback: grpc.requestCallback<_webhooks_v1_ListDeliveriesResponse>): grpc.ClientUnaryCall;
  
  ListEndpoints(argument: _webhooks_v1_ListEndpointsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListEndpointsResponse>): grpc.ClientUnaryCall;
  ListEndpoints(argument: _webhooks_v1_ListEndpointsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_ListEndpointsResponse>): grpc.ClientUnaryCall;
  ListEndpoints(argument: _webhooks_v1_ListEndpointsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListEndpointsResponse>): grpc.ClientUnaryCall;
  ListEndpoints(argument: _webhooks_v1_ListEndpointsRequestInput, callback: grpc.requestCallback<_webhooks_v1_ListEndpointsResponse>): grpc.ClientUnaryCall;
  listEndpoints(argument: _webhooks_v1_ListEndpointsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListEndpointsResponse>): grpc.ClientUnaryCall;
  listEndpoints(argument: _webhooks_v1_ListEndpointsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_ListEndpointsResponse>): grpc.ClientUnaryCall;
  listEndpoints(argument: _webhooks_v1_ListEndpointsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListEndpointsResponse>): grpc.ClientUnaryCall;
  listEndpoints(argument: _webhooks_v1_ListEndpointsRequestInput, callback: grpc.requestCallback<_webhooks_v1_ListEndpointsResponse>): grpc.ClientUnaryCall;
  
  ListEvents(argument: _webhooks_v1_ListEventsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListEventsResponse>): grpc.ClientUnaryCall;
  ListEvents(argument: _webhooks_v1_ListEventsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_ListEventsResponse>): grpc.ClientUnaryCall;
  ListEvents(argument: _webhooks_v1_ListEventsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListEventsResponse>): grpc.ClientUnaryCall;
  ListEvents(argument: _webhooks_v1_ListEventsRequestInput, callback: grpc.requestCallback<_webhooks_v1_ListEventsResponse>): grpc.ClientUnaryCall;
  listEvents(argument: _webhooks_v1_ListEventsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListEventsResponse>): grpc.ClientUnaryCall;
  listEvents(argument: _webhooks_v1_ListEventsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_ListEventsResponse>): grpc.ClientUnaryCall;
  listEvents(argument: _webhooks_v1_ListEventsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListEventsResponse>): grpc.ClientUnaryCall;
  listEvents(argument: _webhooks_v1_ListEventsRequestInput, callback: grpc.requestCallback<_webhooks_v1_ListEventsResponse>): grpc.ClientUnaryCall;
  
  ListEventsForAudit(argument: _webhooks_v1_ListEventsForAuditRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListEventsForAuditResponse>): grpc.ClientUnaryCall;
  ListEventsForAudit(argument: _webhooks_v1_ListEventsForAuditRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_ListEventsForAuditResponse>): grpc.ClientUnaryCall;
  ListEventsForAudit(argument: _webhooks_v1_ListEventsForAuditRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListEventsForAuditResponse>): grpc.ClientUnaryCall;
  ListEventsForAudit(argument: _webhooks_v1_ListEventsForAuditRequestInput, callback: grpc.requestCallback<_webhooks_v1_ListEventsForAuditResponse>): grpc.ClientUnaryCall;
  listEventsForAudit(argument: _webhooks_v1_ListEventsForAuditRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListEventsForAuditResponse>): grpc.ClientUnaryCall;
  listEventsForAudit(argument: _webhooks_v1_ListEventsForAuditRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_ListEventsForAuditResponse>): grpc.ClientUnaryCall;
  listEventsForAudit(argument: _webhooks_v1_ListEventsForAuditRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ListEventsForAuditResponse>): grpc.ClientUnaryCall;
  listEventsForAudit(argument: _webhooks_v1_ListEventsForAuditRequestInput, callback: grpc.requestCallback<_webhooks_v1_ListEventsForAuditResponse>): grpc.ClientUnaryCall;
  
  Redeliver(argument: _webhooks_v1_RedeliverRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_RedeliverResponse>): grpc.ClientUnaryCall;
  Redeliver(argument: _webhooks_v1_RedeliverRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_RedeliverResponse>): grpc.ClientUnaryCall;
  Redeliver(argument: _webhooks_v1_RedeliverRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_RedeliverResponse>): grpc.ClientUnaryCall;
  Redeliver(argument: _webhooks_v1_RedeliverRequestInput, callback: grpc.requestCallback<_webhooks_v1_RedeliverResponse>): grpc.ClientUnaryCall;
  redeliver(argument: _webhooks_v1_RedeliverRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_RedeliverResponse>): grpc.ClientUnaryCall;
  redeliver(argument: _webhooks_v1_RedeliverRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_RedeliverResponse>): grpc.ClientUnaryCall;
  redeliver(argument: _webhooks_v1_RedeliverRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_RedeliverResponse>): grpc.ClientUnaryCall;
  redeliver(argument: _webhooks_v1_RedeliverRequestInput, callback: grpc.requestCallback<_webhooks_v1_RedeliverResponse>): grpc.ClientUnaryCall;
  
  ReplayWindow(argument: _webhooks_v1_ReplayWindowRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ReplayWindowResponse>): grpc.ClientUnaryCall;
  ReplayWindow(argument: _webhooks_v1_ReplayWindowRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_ReplayWindowResponse>): grpc.ClientUnaryCall;
  ReplayWindow(argument: _webhooks_v1_ReplayWindowRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ReplayWindowResponse>): grpc.ClientUnaryCall;
  ReplayWindow(argument: _webhooks_v1_ReplayWindowRequestInput, callback: grpc.requestCallback<_webhooks_v1_ReplayWindowResponse>): grpc.ClientUnaryCall;
  replayWindow(argument: _webhooks_v1_ReplayWindowRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ReplayWindowResponse>): grpc.ClientUnaryCall;
  replayWindow(argument: _webhooks_v1_ReplayWindowRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_ReplayWindowResponse>): grpc.ClientUnaryCall;
  replayWindow(argument: _webhooks_v1_ReplayWindowRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_ReplayWindowResponse>): grpc.ClientUnaryCall;
  replayWindow(argument: _webhooks_v1_ReplayWindowRequestInput, callback: grpc.requestCallback<_webhooks_v1_ReplayWindowResponse>): grpc.ClientUnaryCall;
  
  RotateSecret(argument: _webhooks_v1_RotateSecretRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_RotateSecretResponse>): grpc.ClientUnaryCall;
  RotateSecret(argument: _webhooks_v1_RotateSecretRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_RotateSecretResponse>): grpc.ClientUnaryCall;
  RotateSecret(argument: _webhooks_v1_RotateSecretRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_RotateSecretResponse>): grpc.ClientUnaryCall;
  RotateSecret(argument: _webhooks_v1_RotateSecretRequestInput, callback: grpc.requestCallback<_webhooks_v1_RotateSecretResponse>): grpc.ClientUnaryCall;
  rotateSecret(argument: _webhooks_v1_RotateSecretRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_RotateSecretResponse>): grpc.ClientUnaryCall;
  rotateSecret(argument: _webhooks_v1_RotateSecretRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_RotateSecretResponse>): grpc.ClientUnaryCall;
  rotateSecret(argument: _webhooks_v1_RotateSecretRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_RotateSecretResponse>): grpc.ClientUnaryCall;
  rotateSecret(argument: _webhooks_v1_RotateSecretRequestInput, callback: grpc.requestCallback<_webhooks_v1_RotateSecretResponse>): grpc.ClientUnaryCall;
  
  SendTest(argument: _webhooks_v1_SendTestRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_SendTestResponse>): grpc.ClientUnaryCall;
  SendTest(argument: _webhooks_v1_SendTestRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_SendTestResponse>): grpc.ClientUnaryCall;
  SendTest(argument: _webhooks_v1_SendTestRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_SendTestResponse>): grpc.ClientUnaryCall;
  SendTest(argument: _webhooks_v1_SendTestRequestInput, callback: grpc.requestCallback<_webhooks_v1_SendTestResponse>): grpc.ClientUnaryCall;
  sendTest(argument: _webhooks_v1_SendTestRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_SendTestResponse>): grpc.ClientUnaryCall;
  sendTest(argument: _webhooks_v1_SendTestRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_SendTestResponse>): grpc.ClientUnaryCall;
  sendTest(argument: _webhooks_v1_SendTestRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_SendTestResponse>): grpc.ClientUnaryCall;
  sendTest(argument: _webhooks_v1_SendTestRequestInput, callback: grpc.requestCallback<_webhooks_v1_SendTestResponse>): grpc.ClientUnaryCall;
  
  UpdateEndpoint(argument: _webhooks_v1_UpdateEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_UpdateEndpointResponse>): grpc.ClientUnaryCall;
  UpdateEndpoint(argument: _webhooks_v1_UpdateEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_UpdateEndpointResponse>): grpc.ClientUnaryCall;
  UpdateEndpoint(argument: _webhooks_v1_UpdateEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_UpdateEndpointResponse>): grpc.ClientUnaryCall;
  UpdateEndpoint(argument: _webhooks_v1_UpdateEndpointRequestInput, callback: grpc.requestCallback<_webhooks_v1_UpdateEndpointResponse>): grpc.ClientUnaryCall;
  updateEndpoint(argument: _webhooks_v1_UpdateEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_UpdateEndpointResponse>): grpc.ClientUnaryCall;
  updateEndpoint(argument: _webhooks_v1_UpdateEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_UpdateEndpointResponse>): grpc.ClientUnaryCall;
  updateEndpoint(argument: _webhooks_v1_UpdateEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_UpdateEndpointResponse>): grpc.ClientUnaryCall;
  updateEndpoint(argument: _webhooks_v1_UpdateEndpointRequestInput, callback: grpc.requestCallback<_webhooks_v1_UpdateEndpointResponse>): grpc.ClientUnaryCall;
  
  WatchChanges(argument: _webhooks_v1_WatchChangesRequestInput, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_webhooks_v1_WatchChangesResponse>;
  WatchChanges(argument: _webhooks_v1_WatchChangesRequestInput, options?: grpc.CallOptions): grpc.ClientReadableStream<_webhooks_v1_WatchChangesResponse>;
  watchChanges(argument: _webhooks_v1_WatchChangesRequestInput, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_webhooks_v1_WatchChangesResponse>;
  watchChanges(argument: _webhooks_v1_WatchChangesRequestInput, options?: grpc.CallOptions): grpc.ClientReadableStream<_webhooks_v1_WatchChangesResponse>;
  
}

export interface WebhooksServiceHandlers extends grpc.UntypedServiceImplementation {
  AckEvents: grpc.handleUnaryCall<_webhooks_v1_AckEventsRequest, _webhooks_v1_AckEventsResponseInput>;
  
  CreateEndpoint: grpc.handleUnaryCall<_webhooks_v1_CreateEndpointRequest, _webhooks_v1_CreateEndpointResponseInput>;
  
  DeleteEndpoint: grpc.handleUnaryCall<_webhooks_v1_DeleteEndpointRequest, _webhooks_v1_DeleteEndpointResponseInput>;
  
  GetDelivery: grpc.handleUnaryCall<_webhooks_v1_GetDeliveryRequest, _webhooks_v1_GetDeliveryResponseInput>;
  
  GetDeliveryTimeline: grpc.handleUnaryCall<_webhooks_v1_GetDeliveryTimelineRequest, _webhooks_v1_GetDeliveryTimelineResponseInput>;
  
  GetEndpoint: grpc.handleUnaryCall<_webhooks_v1_GetEndpointRequest, _webhooks_v1_GetEndpointResponseInput>;
  
  GetEndpointMetrics: grpc.handleUnaryCall<_webhooks_v1_GetEndpointMetricsRequest, _webhooks_v1_GetEndpointMetricsResponseInput>;
  
  GetNotifiedHours: grpc.handleUnaryCall<_webhooks_v1_GetNotifiedHoursRequest, _webhooks_v1_GetNotifiedHoursResponseInput>;
  
  ListDeliveries: grpc.handleUnaryCall<_webhooks_v1_ListDeliveriesRequest, _webhooks_v1_ListDeliveriesResponseInput>;
  
  ListEndpoints: grpc.handleUnaryCall<_webhooks_v1_ListEndpointsRequest, _webhooks_v1_ListEndpointsResponseInput>;
  
  ListEvents: grpc.handleUnaryCall<_webhooks_v1_ListEventsRequest, _webhooks_v1_ListEventsResponseInput>;
  
  ListEventsForAudit: grpc.handleUnaryCall<_webhooks_v1_ListEventsForAuditRequest, _webhooks_v1_ListEventsForAuditResponseInput>;
  
  Redeliver: grpc.handleUnaryCall<_webhooks_v1_RedeliverRequest, _webhooks_v1_RedeliverResponseInput>;
  
  ReplayWindow: grpc.handleUnaryCall<_webhooks_v1_ReplayWindowRequest, _webhooks_v1_ReplayWindowResponseInput>;
  
  RotateSecret: grpc.handleUnaryCall<_webhooks_v1_RotateSecretRequest, _webhooks_v1_RotateSecretResponseInput>;
  
  SendTest: grpc.handleUnaryCall<_webhooks_v1_SendTestRequest, _webhooks_v1_SendTestResponseInput>;
  
  UpdateEndpoint: grpc.handleUnaryCall<_webhooks_v1_UpdateEndpointRequest, _webhooks_v1_UpdateEndpointResponseInput>;
  
  WatchChanges: grpc.handleServerStreamingCall<_webhooks_v1_WatchChangesRequest, _webhooks_v1_WatchChangesResponseInput>;
  
}

export interface WebhooksServiceDefinition extends grpc.ServiceDefinition {
  AckEvents: MethodDefinition<_webhooks_v1_AckEventsRequestInput, _webhooks_v1_AckEventsResponseInput, _webhooks_v1_AckEventsRequest, _webhooks_v1_AckEventsResponse>
  CreateEndpoint: MethodDefinition<_webhooks_v1_CreateEndpointRequestInput, _webhooks_v1_CreateEndpointResponseInput, _webhooks_v1_CreateEndpointRequest, _webhooks_v1_CreateEndpointResponse>
  DeleteEndpoint: MethodDefinition<_webhooks_v1_DeleteEndpointRequestInput, _webhooks_v1_DeleteEndpointResponseInput, _webhooks_v1_DeleteEndpointRequest, _webhooks_v1_DeleteEndpointResponse>
  GetDelivery: MethodDefinition<_webhooks_v1_GetDeliveryRequestInput, _webhooks_v1_GetDeliveryResponseInput, _webhooks_v1_GetDeliveryRequest, _webhooks_v1_GetDeliveryResponse>
  GetDeliveryTimeline: MethodDefinition<_webhooks_v1_GetDeliveryTimelineRequestInput, _webhooks_v1_GetDeliveryTimelineResponseInput, _webhooks_v1_GetDeliveryTimelineRequest, _webhooks_v1_GetDeliveryTimelineResponse>
  GetEndpoint: MethodDefinition<_webhooks_v1_GetEndpointRequestInput, _webhooks_v1_GetEndpointResponseInput, _webhooks_v1_GetEndpointRequest, _webhooks_v1_GetEndpointResponse>
  GetEndpointMetrics: MethodDefinition<_webhooks_v1_GetEndpointMetricsRequestInput, _webhooks_v1_GetEndpointMetricsResponseInput, _webhooks_v1_GetEndpointMetricsRequest, _webhooks_v1_GetEndpointMetricsResponse>
  GetNotifiedHours: MethodDefinition<_webhooks_v1_GetNotifiedHoursRequestInput, _webhooks_v1_GetNotifiedHoursResponseInput, _webhooks_v1_GetNotifiedHoursRequest, _webhooks_v1_GetNotifiedHoursResponse>
  ListDeliveries: MethodDefinition<_webhooks_v1_ListDeliveriesRequestInput, _webhooks_v1_ListDeliveriesResponseInput, _webhooks_v1_ListDeliveriesRequest, _webhooks_v1_ListDeliveriesResponse>
  ListEndpoints: MethodDefinition<_webhooks_v1_ListEndpointsRequestInput, _webhooks_v1_ListEndpointsResponseInput, _webhooks_v1_ListEndpointsRequest, _webhooks_v1_ListEndpointsResponse>
  ListEvents: MethodDefinition<_webhooks_v1_ListEventsRequestInput, _webhooks_v1_ListEventsResponseInput, _webhooks_v1_ListEventsRequest, _webhooks_v1_ListEventsResponse>
  ListEventsForAudit: MethodDefinition<_webhooks_v1_ListEventsForAuditRequestInput, _webhooks_v1_ListEventsForAuditResponseInput, _webhooks_v1_ListEventsForAuditRequest, _webhooks_v1_ListEventsForAuditResponse>
  Redeliver: MethodDefinition<_webhooks_v1_RedeliverRequestInput, _webhooks_v1_RedeliverResponseInput, _webhooks_v1_RedeliverRequest, _webhooks_v1_RedeliverResponse>
  ReplayWindow: MethodDefinition<_webhooks_v1_ReplayWindowRequestInput, _webhooks_v1_ReplayWindowResponseInput, _webhooks_v1_ReplayWindowRequest, _webhooks_v1_ReplayWindowResponse>
  RotateSecret: MethodDefinition<_webhooks_v1_RotateSecretRequestInput, _webhooks_v1_RotateSecretResponseInput, _webhooks_v1_RotateSecretRequest, _webhooks_v1_RotateSecretResponse>
  SendTest: MethodDefinition<_webhooks_v1_SendTestRequestInput, _webhooks_v1_SendTestResponseInput, _webhooks_v1_SendTestRequest, _webhooks_v1_SendTestResponse>
  UpdateEndpoint: MethodDefinition<_webhooks_v1_UpdateEndpointRequestInput, _webhooks_v1_UpdateEndpointResponseInput, _webhooks_v1_UpdateEndpointRequest, _webhooks_v1_UpdateEndpointResponse>
  WatchChanges: MethodDefinition<_webhooks_v1_WatchChangesRequestInput, _webhooks_v1_WatchChangesResponseInput, _webhooks_v1_WatchChangesRequest, _webhooks_v1_WatchChangesResponse>
}
