// Original file: null

import type { EnumValueDescriptorProtoInput as _google_protobuf_EnumValueDescriptorProtoInput, EnumValueDescriptorProto as _google_protobuf_EnumValueDescriptorProto } from '../../google/protobuf/EnumValueDescriptorProto.ts';
import type { EnumOptionsInput as _google_protobuf_EnumOptionsInput, EnumOptions as _google_protobuf_EnumOptions } from '../../google/protobuf/EnumOptions.ts';
import type { SymbolVisibilityInput as _google_protobuf_SymbolVisibilityInput, SymbolVisibility as _google_protobuf_SymbolVisibility } from '../../google/protobuf/SymbolVisibility.ts';

export interface _google_protobuf_EnumDescriptorProto_EnumReservedRangeInput {
  'start'?: (number);
  'end'?: (number);
}

export interface _google_protobuf_EnumDescriptorProto_EnumReservedRange {
  'start': (number);
  'end': (number);
}

export interface EnumDescriptorProtoInput {
  'name'?: (string);
  'value'?: (_google_protobuf_EnumValueDescriptorProtoInput)[];
  'options'?: (_google_protobuf_EnumOptionsInput | null);
  'reservedRange'?: (_google_protobuf_EnumDescriptorProto_EnumReservedRangeInput)[];
  'reservedName'?: (string)[];
  'visibility'?: (_google_protobuf_SymbolVisibilityInput);
}

export interface EnumDescriptorProto {
  'name': (string);
  'value': (_google_protobuf_EnumValueDescriptorProto)[];
  'options': (_google_protobuf_EnumOptions | null);
  'reservedRange': (_google_protobuf_EnumDescriptorProto_EnumReservedRange)[];
  'reservedName': (string)[];
  'visibility': (_google_protobuf_SymbolVisibility);
}
