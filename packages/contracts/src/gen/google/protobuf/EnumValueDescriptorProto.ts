// Original file: null

import type { EnumValueOptionsInput as _google_protobuf_EnumValueOptionsInput, EnumValueOptions as _google_protobuf_EnumValueOptions } from '../../google/protobuf/EnumValueOptions.ts';

export interface EnumValueDescriptorProtoInput {
  'name'?: (string);
  'number'?: (number);
  'options'?: (_google_protobuf_EnumValueOptionsInput | null);
}

export interface EnumValueDescriptorProto {
  'name': (string);
  'number': (number);
  'options': (_google_protobuf_EnumValueOptions | null);
}
