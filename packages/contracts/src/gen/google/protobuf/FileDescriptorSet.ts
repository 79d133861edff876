// Original file: null

import type { FileDescriptorProtoInput as _google_protobuf_FileDescriptorProtoInput, FileDescriptorProto as _google_protobuf_FileDescriptorProto } from '../../google/protobuf/FileDescriptorProto.ts';

export interface FileDescriptorSetInput {
  'file'?: (_google_protobuf_FileDescriptorProtoInput)[];
}

export interface FileDescriptorSet {
  'file': (_google_protobuf_FileDescriptorProto)[];
}
