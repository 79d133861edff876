// Original file: null

import type { FeatureSetInput as _google_protobuf_FeatureSetInput, FeatureSet as _google_protobuf_FeatureSet } from '../../google/protobuf/FeatureSet.ts';
import type { UninterpretedOptionInput as _google_protobuf_UninterpretedOptionInput, UninterpretedOption as _google_protobuf_UninterpretedOption } from '../../google/protobuf/UninterpretedOption.ts';

export interface _google_protobuf_ExtensionRangeOptions_DeclarationInput {
  'number'?: (number);
  'fullName'?: (string);
  'type'?: (string);
  'reserved'?: (boolean);
  'repeated'?: (boolean);
}

export interface _google_protobuf_ExtensionRangeOptions_Declaration {
  'number': (number);
  'fullName': (string);
  'type': (string);
  'reserved': (boolean);
  'repeated': (boolean);
}

// Original file: null

export const _google_protobuf_ExtensionRangeOptions_VerificationState = {
  DECLARATION: 'DECLARATION',
  UNVERIFIED: 'UNVERIFIED',
} as const;

export type _google_protobuf_ExtensionRangeOptions_VerificationStateInput =
  | 'DECLARATION'
  | 0
  | 'UNVERIFIED'
  | 1

export type _google_protobuf_ExtensionRangeOptions_VerificationState = typeof _google_protobuf_ExtensionRangeOptions_VerificationState[keyof typeof _google_protobuf_ExtensionRangeOptions_VerificationState]

export interface ExtensionRangeOptionsInput {
  'declaration'?: (_google_protobuf_ExtensionRangeOptions_DeclarationInput)[];
  'verification'?: (_google_protobuf_ExtensionRangeOptions_VerificationStateInput);
  'features'?: (_google_protobuf_FeatureSetInput | null);
  'uninterpretedOption'?: (_google_protobuf_UninterpretedOptionInput)[];
}

export interface ExtensionRangeOptions {
  'declaration': (_google_protobuf_ExtensionRangeOptions_Declaration)[];
  'verification': (_google_protobuf_ExtensionRangeOptions_VerificationState);
  'features': (_google_protobuf_FeatureSet | null);
  'uninterpretedOption': (_google_protobuf_UninterpretedOption)[];
}
