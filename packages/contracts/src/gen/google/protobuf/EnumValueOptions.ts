// Original file: null

import type { FeatureSetInput as _google_protobuf_FeatureSetInput, FeatureSet as _google_protobuf_FeatureSet } from '../../google/protobuf/FeatureSet.ts';
import type { _google_protobuf_FieldOptions_FeatureSupportInput, _google_protobuf_FieldOptions_FeatureSupport } from '../../google/protobuf/FieldOptions.ts';
import type { UninterpretedOptionInput as _google_protobuf_UninterpretedOptionInput, UninterpretedOption as _google_protobuf_UninterpretedOption } from '../../google/protobuf/UninterpretedOption.ts';

export interface EnumValueOptionsInput {
  'deprecated'?: (boolean);
  'features'?: (_google_protobuf_FeatureSetInput | null);
  'debugRedact'?: (boolean);
  'featureSupport'?: (_google_protobuf_FieldOptions_FeatureSupportInput | null);
  'uninterpretedOption'?: (_google_protobuf_UninterpretedOptionInput)[];
}

export interface EnumValueOptions {
  'deprecated': (boolean);
  'features': (_google_protobuf_FeatureSet | null);
  'debugRedact': (boolean);
  'featureSupport': (_google_protobuf_FieldOptions_FeatureSupport | null);
  'uninterpretedOption': (_google_protobuf_UninterpretedOption)[];
}
