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
import type { DiscardParkedRequestInput as _parked_v1_DiscardParkedRequestInput, DiscardParkedRequest as _parked_v1_DiscardParkedRequest } from './parked/v1/DiscardParkedRequest.ts';
import type { DiscardParkedResponseInput as _parked_v1_DiscardParkedResponseInput, DiscardParkedResponse as _parked_v1_DiscardParkedResponse } from './parked/v1/DiscardParkedResponse.ts';
import type { ListParkedRequestInput as _parked_v1_ListParkedRequestInput, ListParkedRequest as _parked_v1_ListParkedRequest } from './parked/v1/ListParkedRequest.ts';
import type { ListParkedResponseInput as _parked_v1_ListParkedResponseInput, ListParkedResponse as _parked_v1_ListParkedResponse } from './parked/v1/ListParkedResponse.ts';
import type { ParkedRecordInput as _parked_v1_ParkedRecordInput, ParkedRecord as _parked_v1_ParkedRecord } from './parked/v1/ParkedRecord.ts';
import type { ParkedServiceClient as _parked_v1_ParkedServiceClient, ParkedServiceDefinition as _parked_v1_ParkedServiceDefinition } from './parked/v1/ParkedService.ts';
import type { RetryParkedRequestInput as _parked_v1_RetryParkedRequestInput, RetryParkedRequest as _parked_v1_RetryParkedRequest } from './parked/v1/RetryParkedRequest.ts';
import type { RetryParkedResponseInput as _parked_v1_RetryParkedResponseInput, RetryParkedResponse as _parked_v1_RetryParkedResponse } from './parked/v1/RetryParkedResponse.ts';

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
  parked: {
    v1: {
      DiscardParkedRequest: MessageTypeDefinition<_parked_v1_DiscardParkedRequestInput, _parked_v1_DiscardParkedRequest>
      DiscardParkedResponse: MessageTypeDefinition<_parked_v1_DiscardParkedResponseInput, _parked_v1_DiscardParkedResponse>
      ListParkedRequest: MessageTypeDefinition<_parked_v1_ListParkedRequestInput, _parked_v1_ListParkedRequest>
      ListParkedResponse: MessageTypeDefinition<_parked_v1_ListParkedResponseInput, _parked_v1_ListParkedResponse>
      ParkedRecord: MessageTypeDefinition<_parked_v1_ParkedRecordInput, _parked_v1_ParkedRecord>
      ParkedService: SubtypeConstructor<typeof grpc.Client, _parked_v1_ParkedServiceClient> & { service: _parked_v1_ParkedServiceDefinition }
      RetryParkedRequest: MessageTypeDefinition<_parked_v1_RetryParkedRequestInput, _parked_v1_RetryParkedRequest>
      RetryParkedResponse: MessageTypeDefinition<_parked_v1_RetryParkedResponseInput, _parked_v1_RetryParkedResponse>
    }
  }
}

