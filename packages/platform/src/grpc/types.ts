import type { MethodDefinition } from '@grpc/proto-loader';

type NamedMethods<D> = { [M in keyof D as string extends M ? never : M]: D[M] };

/** Generated types do not distinguish a stream from a single reply, so names do (see isStream). */
type StreamName = `Watch${string}`;

export type WatchOptions = {
  /** Cancels the stream, which then ends without an error. */
  readonly signal: AbortSignal;
  /** Fails the stream with TIMEOUT when its peer sends nothing for so long. */
  readonly silenceMaxMs: number;
};

/** What a caller sees: one async function per RPC, and an iterable for one that streams. */
export type RpcClient<D> = {
  [M in keyof NamedMethods<D> as Uncapitalize<
    M & string
  >]: NamedMethods<D>[M] extends MethodDefinition<infer Req, infer _I, infer _O, infer Res>
    ? M extends StreamName
      ? (request: Req, options: WatchOptions) => AsyncIterable<Res>
      : (request: Req) => Promise<Res>
    : never;
};

/**
 * What a service implements: one async function per RPC. One that streams gets a signal that is
 * aborted when its caller cancels or the server stops; it must then return.
 */
export type RpcHandlers<D> = {
  [M in keyof NamedMethods<D> as Uncapitalize<
    M & string
  >]: NamedMethods<D>[M] extends MethodDefinition<infer _I, infer Res, infer Req, infer _O>
    ? M extends StreamName
      ? (request: Req, signal: AbortSignal) => AsyncIterable<Res>
      : (request: Req) => Promise<Res>
    : never;
};

/** A wrong name is found when a client or server is created. */
export function isStream(rpc: string, { responseStream }: { responseStream: boolean }): boolean {
  if (rpc.startsWith('Watch') !== responseStream) {
    throw new TypeError(`${rpc}: an RPC must be named Watch... if it streams, and only then`);
  }
  return responseStream;
}

/** The service that a definition belongs to: `items` of `/items.v1.ItemService/GetItem`. */
export function serviceOf(definition: object): string {
  const [method] = Object.values(definition) as readonly { readonly path: string }[];
  return method?.path.slice('/'.length).split('.')[0] ?? '';
}

/** `GetItem` is called `getItem` in code. */
export function methodName(rpc: string): string {
  return rpc.charAt(0).toLowerCase() + rpc.slice(1);
}
