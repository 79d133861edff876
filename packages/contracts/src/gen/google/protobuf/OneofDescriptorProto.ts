// Original file: null

import type { OneofOptionsInput as _google_protobuf_OneofOptionsInput, OneofOptions as _google_protobuf_OneofOptions } from '../../google/protobuf/OneofOptions.ts';

export interface OneofDescriptorProtoInput {
  'name'?: (string);
  'options'?: (_google_protobuf_OneofOptionsInput | null);
}

export interface OneofDescriptorProto {
  'name': (string);
  'options': (_google_protobuf_OneofOptions | null);
}
