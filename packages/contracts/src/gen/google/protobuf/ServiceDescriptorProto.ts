// Original file: null

import type { MethodDescriptorProtoInput as _google_protobuf_MethodDescriptorProtoInput, MethodDescriptorProto as _google_protobuf_MethodDescriptorProto } from '../../google/protobuf/MethodDescriptorProto.ts';
import type { ServiceOptionsInput as _google_protobuf_ServiceOptionsInput, ServiceOptions as _google_protobuf_ServiceOptions } from '../../google/protobuf/ServiceOptions.ts';

export interface ServiceDescriptorProtoInput {
  'name'?: (string);
  'method'?: (_google_protobuf_MethodDescriptorProtoInput)[];
  'options'?: (_google_protobuf_ServiceOptionsInput | null);
}

export interface ServiceDescriptorProto {
  'name': (string);
  'method': (_google_protobuf_MethodDescriptorProto)[];
  'options': (_google_protobuf_ServiceOptions | null);
}
