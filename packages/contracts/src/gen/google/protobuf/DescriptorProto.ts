// Original file: null

import type { FieldDescriptorProtoInput as _google_protobuf_FieldDescriptorProtoInput, FieldDescriptorProto as _google_protobuf_FieldDescriptorProto } from '../../google/protobuf/FieldDescriptorProto.ts';
import type { DescriptorProtoInput as _google_protobuf_DescriptorProtoInput, DescriptorProto as _google_protobuf_DescriptorProto } from '../../google/protobuf/DescriptorProto.ts';
import type { EnumDescriptorProtoInput as _google_protobuf_EnumDescriptorProtoInput, EnumDescriptorProto as _google_protobuf_EnumDescriptorProto } from '../../google/protobuf/EnumDescriptorProto.ts';
import type { MessageOptionsInput as _google_protobuf_MessageOptionsInput, MessageOptions as _google_protobuf_MessageOptions } from '../../google/protobuf/MessageOptions.ts';
import type { OneofDescriptorProtoInput as _google_protobuf_OneofDescriptorProtoInput, OneofDescriptorProto as _google_protobuf_OneofDescriptorProto } from '../../google/protobuf/OneofDescriptorProto.ts';
import type { SymbolVisibilityInput as _google_protobuf_SymbolVisibilityInput, SymbolVisibility as _google_protobuf_SymbolVisibility } from '../../google/protobuf/SymbolVisibility.ts';
import type { ExtensionRangeOptionsInput as _google_protobuf_ExtensionRangeOptionsInput, ExtensionRangeOptions as _google_protobuf_ExtensionRangeOptions } from '../../google/protobuf/ExtensionRangeOptions.ts';

export interface _google_protobuf_DescriptorProto_ExtensionRangeInput {
  'start'?: (number);
  'end'?: (number);
  'options'?: (_google_protobuf_ExtensionRangeOptionsInput | null);
}

export interface _google_protobuf_DescriptorProto_ExtensionRange {
  'start': (number);
  'end': (number);
  'options': (_google_protobuf_ExtensionRangeOptions | null);
}

export interface _google_protobuf_DescriptorProto_ReservedRangeInput {
  'start'?: (number);
  'end'?: (number);
}

export interface _google_protobuf_DescriptorProto_ReservedRange {
  'start': (number);
  'end': (number);
}

export interface DescriptorProtoInput {
  'name'?: (string);
  'field'?: (_google_protobuf_FieldDescriptorProtoInput)[];
  'nestedType'?: (_google_protobuf_DescriptorProtoInput)[];
  'enumType'?: (_google_protobuf_EnumDescriptorProtoInput)[];
  'extensionRange'?: (_google_protobuf_DescriptorProto_ExtensionRangeInput)[];
  'extension'?: (_google_protobuf_FieldDescriptorProtoInput)[];
  'options'?: (_google_protobuf_MessageOptionsInput | null);
  'oneofDecl'?: (_google_protobuf_OneofDescriptorProtoInput)[];
  'reservedRange'?: (_google_protobuf_DescriptorProto_ReservedRangeInput)[];
  'reservedName'?: (string)[];
  'visibility'?: (_google_protobuf_SymbolVisibilityInput);
}

export interface DescriptorProto {
  'name': (string);
  'field': (_google_protobuf_FieldDescriptorProto)[];
  'nestedType': (_google_protobuf_DescriptorProto)[];
  'enumType': (_google_protobuf_EnumDescriptorProto)[];
  'extensionRange': (_google_protobuf_DescriptorProto_ExtensionRange)[];
  'extension': (_google_protobuf_FieldDescriptorProto)[];
  'options': (_google_protobuf_MessageOptions | null);
  'oneofDecl': (_google_protobuf_OneofDescriptorProto)[];
  'reservedRange': (_google_protobuf_DescriptorProto_ReservedRange)[];
  'reservedName': (string)[];
  'visibility': (_google_protobuf_SymbolVisibility);
}
