import type { MethodDefinition } from '@grpc/proto-loader';

type Named<D> = { [M in keyof D as string extends M ? never : M]: D[M] };

/** What a caller sees: one async function per RPC. */
export type RpcClient<D> = {
  [M in keyof Named<D> as Uncapitalize<M & string>]: Named<D>[M] extends MethodDefinition<
    infer Req,
    infer _I,
    infer _O,
    infer Res
  >
    ? (request: Req) => Promise<Res>
    : never;
};

/** What a service implements: one async function per RPC. */
export type RpcHandlers<D> = {
  [M in keyof Named<D> as Uncapitalize<M & string>]: Named<D>[M] extends MethodDefinition<
    infer _I,
    infer Res,
    infer Req,
    infer _O
  >
    ? (request: Req) => Promise<Res>
    : never;
};

/** `CreateCharge` is called `createCharge` in code. */
export function methodName(rpc: string): string {
  return rpc.charAt(0).toLowerCase() + rpc.slice(1);
}
