// Original file: null

import type { EditionInput as _google_protobuf_EditionInput, Edition as _google_protobuf_Edition } from '../../google/protobuf/Edition.ts';
import type { FeatureSetInput as _google_protobuf_FeatureSetInput, FeatureSet as _google_protobuf_FeatureSet } from '../../google/protobuf/FeatureSet.ts';

export interface _google_protobuf_FeatureSetDefaults_FeatureSetEditionDefaultInput {
  'edition'?: (_google_protobuf_EditionInput);
  'overridableFeatures'?: (_google_protobuf_FeatureSetInput | null);
  'fixedFeatures'?: (_google_protobuf_FeatureSetInput | null);
}

export interface _google_protobuf_FeatureSetDefaults_FeatureSetEditionDefault {
  'edition': (_google_protobuf_Edition);
  'overridableFeatures': (_google_protobuf_FeatureSet | null);
  'fixedFeatures': (_google_protobuf_FeatureSet | null);
}

export interface FeatureSetDefaultsInput {
  'defaults'?: (_google_protobuf_FeatureSetDefaults_FeatureSetEditionDefaultInput)[];
  'minimumEdition'?: (_google_protobuf_EditionInput);
  'maximumEdition'?: (_google_protobuf_EditionInput);
}

export interface FeatureSetDefaults {
  'defaults': (_google_protobuf_FeatureSetDefaults_FeatureSetEditionDefault)[];
  'minimumEdition': (_google_protobuf_Edition);
  'maximumEdition': (_google_protobuf_Edition);
}
