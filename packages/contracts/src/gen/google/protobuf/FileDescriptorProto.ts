// Original file: null

import type { DescriptorProtoInput as _google_protobuf_DescriptorProtoInput, DescriptorProto as _google_protobuf_DescriptorProto } from '../../google/protobuf/DescriptorProto.ts';
import type { EnumDescriptorProtoInput as _google_protobuf_EnumDescriptorProtoInput, EnumDescriptorProto as _google_protobuf_EnumDescriptorProto } from '../../google/protobuf/EnumDescriptorProto.ts';
import type { ServiceDescriptorProtoInput as _google_protobuf_ServiceDescriptorProtoInput, ServiceDescriptorProto as _google_protobuf_ServiceDescriptorProto } from '../../google/protobuf/ServiceDescriptorProto.ts';
import type { FieldDescriptorProtoInput as _google_protobuf_FieldDescriptorProtoInput, FieldDescriptorProto as _google_protobuf_FieldDescriptorProto } from '../../google/protobuf/FieldDescriptorProto.ts';
import type { FileOptionsInput as _google_protobuf_FileOptionsInput, FileOptions as _google_protobuf_FileOptions } from '../../google/protobuf/FileOptions.ts';
import type { SourceCodeInfoInput as _google_protobuf_SourceCodeInfoInput, SourceCodeInfo as _google_protobuf_SourceCodeInfo } from '../../google/protobuf/SourceCodeInfo.ts';
import type { EditionInput as _google_protobuf_EditionInput, Edition as _google_protobuf_Edition } from '../../google/protobuf/Edition.ts';

export interface FileDescriptorProtoInput {
  'name'?: (string);
  'package'?: (string);
  'dependency'?: (string)[];
  'messageType'?: (_google_protobuf_DescriptorProtoInput)[];
  'enumType'?: (_google_protobuf_EnumDescriptorProtoInput)[];
  'service'?: (_google_protobuf_ServiceDescriptorProtoInput)[];
  'extension'?: (_google_protobuf_FieldDescriptorProtoInput)[];
  'options'?: (_google_protobuf_FileOptionsInput | null);
  'sourceCodeInfo'?: (_google_protobuf_SourceCodeInfoInput | null);
  'publicDependency'?: (number)[];
  'weakDependency'?: (number)[];
  'syntax'?: (string);
  'edition'?: (_google_protobuf_EditionInput);
  'optionDependency'?: (string)[];
}

export interface FileDescriptorProto {
  'name': (string);
  'package': (string);
  'dependency': (string)[];
  'messageType': (_google_protobuf_DescriptorProto)[];
  'enumType': (_google_protobuf_EnumDescriptorProto)[];
  'service': (_google_protobuf_ServiceDescriptorProto)[];
  'extension': (_google_protobuf_FieldDescriptorProto)[];
  'options': (_google_protobuf_FileOptions | null);
  'sourceCodeInfo': (_google_protobuf_SourceCodeInfo | null);
  'publicDependency': (number)[];
  'weakDependency': (number)[];
  'syntax': (string);
  'edition': (_google_protobuf_Edition);
  'optionDependency': (string)[];
}
