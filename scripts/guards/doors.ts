import type { Guard } from './guard.ts';

const PLATFORM = 'packages/platform';
const CALLERS = `${PLATFORM}/src/grpc/callers.ts`;
const test = (name: string) => `${PLATFORM}/test/grpc/${name}.test.ts`;

/** Services are called by those who may, and an operator is who the certificate says. */
export const DOOR_GUARDS: readonly Guard[] = [
  {
    name: 'a method refuses callers that it does not list',
    file: `${PLATFORM}/src/grpc/call-handlers.ts`,
    text: 'if (caller && allowed.has(caller.service)) return caller;',
    replacement: 'if (caller && allowed) return caller;',
    test: test('method-callers'),
  },
  {
    name: 'the authority of services names no operator, and that of operators no service',
    file: CALLERS,
    text: "return isForeign ? 'the authority may not issue this name' : '';",
    replacement: "return isForeign ? '' : '';",
    test: test('certificates'),
    title: 'authority of',
  },
  {
    name: 'a revoked certificate is refused on a connection that is open',
    file: CALLERS,
    text: 'return entry && !identity.current().revoked.has(entry.serial) ? entry.caller : null;',
    replacement: 'return entry ? entry.caller : null;',
    test: test('certificates'),
    title: 'revoked',
  },
  {
    name: 'a server with the certificate of another service is not called',
    file: `${PLATFORM}/src/grpc/client.ts`,
    text: 'return found === expected\n',
    replacement: 'return found\n',
    test: test('certificates'),
    title: 'another service is not called',
  },
  {
    name: 'a ping does not break the calls of a connection that is being closed',
    file: `${PLATFORM}/src/grpc/closing-connections.ts`,
    text: 'if (!session.closed || session.destroyed)',
    replacement: 'if (session)',
    test: test('calls'),
    title: 'pings meanwhile',
  },
];
