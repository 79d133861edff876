import type { MethodDefinition } from '@grpc/grpc-js';

/** As proto-loader writes the option of proto/access/v1/access.proto. */
const OPTION = '(access.v1.callers)';

type Method = Pick<MethodDefinition<unknown, unknown>, 'path'> & {
  readonly options?: unknown;
};

/** The services that the method's definition admits. A method that lists none is refused at start. */
export function callersOf({ path, options }: Method): ReadonlySet<string> {
  const listed = (options as Readonly<Record<string, unknown>> | undefined)?.[OPTION];
  if (typeof listed !== 'string') throw new TypeError(`${path} does not list its callers`);
  return new Set(listed.split(' '));
}
