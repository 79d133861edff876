// Original file: proto/webhooks/v1/deliveries.proto


export interface AuditedEventInput {
  'eventId'?: (string);
  'event'?: (string);
  'chargeId'?: (string);
  'createdAt'?: (string);
  'firstAttemptAt'?: (string);
  'deliveries'?: (number);
}

export interface AuditedEvent {
  'eventId': (string);
  'event': (string);
  'chargeId': (string);
  'createdAt': (string);
  'firstAttemptAt': (string);
  'deliveries': (number);
}
