import type { MethodDefinition } from '@grpc/proto-loader';

type Named<D> = { [M in keyof D as string extends M ? never : M]: D[M] };

/** Generated definitions do not tell a stream from a single reply, so names do (see isStream). */
type StreamName = `Watch${string}`;

export type WatchOptions = {
  /** Hangs up. The stream then ends without an error. */
  readonly signal: AbortSignal;
  /** Fails the stream with TIMEOUT when its peer says nothing for so long. */
  readonly silenceMaxMs: number;
};

/** What a caller sees: one async function per RPC, and an iterable for one that streams. */
export type RpcClient<D> = {
  [M in keyof Named<D> as Uncapitalize<M & string>]: Named<D>[M] extends MethodDefinition<
    infer Req,
    infer _I,
    infer _O,
    infer Res
  >
    ? M extends StreamName
      ? (request: Req, options: WatchOptions) => AsyncIterable<Res>
      : (request: Req) => Promise<Res>
    : never;
};

/**
 * What a service implements: one async function per RPC. One that streams gets a signal that is
 * aborted when its caller has hung up or the server stops; it must then return.
 */
export type RpcHandlers<D> = {
  [M in keyof Named<D> as Uncapitalize<M & string>]: Named<D>[M] extends MethodDefinition<
    infer _I,
    infer Res,
    infer Req,
    infer _O
  >
    ? M extends StreamName
      ? (request: Req, signal: AbortSignal) => AsyncIterable<Res>
      : (request: Req) => Promise<Res>
    : never;
};

/** A name that lies about its RPC is found when a client or server is made. */
export function isStream(rpc: string, { responseStream }: { responseStream: boolean }): boolean {
  if (rpc.startsWith('Watch') !== responseStream) {
    throw new TypeError(`${rpc}: the RPCs that stream, and no others, are called Watch...`);
  }
  return responseStream;
}

/** `CreateCharge` is called `createCharge` in code. */
export function methodName(rpc: string): string {
  return rpc.charAt(0).toLowerCase() + rpc.slice(1);
}
