// Original file: null


export interface _google_protobuf_SourceCodeInfo_LocationInput {
  'path'?: (number)[];
  'span'?: (number)[];
  'leadingComments'?: (string);
  'trailingComments'?: (string);
  'leadingDetachedComments'?: (string)[];
}

export interface _google_protobuf_SourceCodeInfo_Location {
  'path': (number)[];
  'span': (number)[];
  'leadingComments': (string);
  'trailingComments': (string);
  'leadingDetachedComments': (string)[];
}

export interface SourceCodeInfoInput {
  'location'?: (_google_protobuf_SourceCodeInfo_LocationInput)[];
}

export interface SourceCodeInfo {
  'location': (_google_protobuf_SourceCodeInfo_Location)[];
}
