import type { Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import type { App } from '../../app.ts';
import type { Caller } from '../../domain/caller.ts';
import type { SignedIn } from '../../ports.ts';
import { methodNotAllowed } from './errors.ts';
import type { OpenStream } from './event-stream.ts';
import { bodyReader } from './json-body.ts';
import { parse } from './parse.ts';
import { callerOf, requesterOf, sessionOf } from './request-context.ts';
import type { Guard } from './require-caller.ts';
import type { SessionCookie } from './session-cookie.ts';

type Fields = Readonly<Record<string, z.ZodType>>;
export const noFields = z.strictObject({});
type NoFields = typeof noFields;

/**
 * Who may call. A scope: a key that has it, or the owner in the dashboard. `session`: only the owner in the
 * dashboard. `account`: the same, also before a required two-factor authentication is set up. `public`: anyone,
 * within the rate limit of the IP address. `anyone`: the same, but a key or session that is sent must be valid.
 * `bank`: the bank, by the secret in the path.
 */
type Access =
  | `${'balance' | 'deposits'}:read`
  | `${'deposits' | 'refunds' | 'webhooks'}:write`
  | 'webhooks:read'
  | 'session'
  | 'account'
  | 'public'
  | 'anyone'
  | 'bank';

/** What routes need besides the request. */
export type RouteContext = {
  readonly app: App;
  readonly publicBaseUrl: string;
  /** Of `publicBaseUrl`. */
  readonly origin: string;
  readonly requestTimeoutMs: number;
  readonly cookie: SessionCookie;
  readonly openStream: OpenStream;
  /** Aborted when the server stops, so that streams and waiting requests end. */
  readonly stopping: AbortSignal;
  /** The documentation of this installation; undefined: there is no such page. */
  readonly docs: {
    readonly page: (slug: string) => string | undefined;
    readonly openApi: string;
  };
};

type NameIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never;
type PathParams<P extends string> = { readonly [Name in NameIn<P>]: string };

/** An admitted request and its parsed input. */
export type Call<Body = unknown, Query = unknown, Params = unknown> = RouteContext & {
  readonly request: Request;
  readonly response: Response;
  readonly body: Body;
  readonly query: Query;
  readonly params: Params;
  readonly accountId: string;
  readonly caller: Caller;
  readonly session: SignedIn;
  readonly requester: ReturnType<typeof requesterOf>;
};

type Declaration<
  Path extends string,
  Body extends z.ZodObject,
  Query extends z.ZodObject,
  Reply extends Fields,
> = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As OpenAPI writes it. */
  readonly path: Path;
  /** Undocumented paths of the same call. */
  readonly aliases?: readonly string[];
  /** Method name in generated clients. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Whether the password of a session must have been entered recently. */
  readonly proof?: true;
  readonly idempotencyKey?: 'optional' | 'required';
  readonly query?: Query;
  readonly body?: Body;
  /** Replaces the parser where the contract fixes the errors of some fields. */
  readonly parseBody?: (body: unknown) => z.output<Body>;
  readonly bodyMax?: string;
  readonly status?: number;
  /** The fields of a successful reply next to `success`. */
  readonly reply?: Reply;
  /** Replies by media type; the handler sends all but JSON itself. */
  readonly content?: Fields;
  /** Headers of a successful reply, besides those of every reply. */
  readonly headers?: readonly string[];
  /** Errors by status, besides those that follow from the rest of the declaration. */
  readonly refusals?: Readonly<Record<number, readonly string[]>>;
  /** Returns the fields of the reply; nothing if there are none, or if it has sent the reply itself. */
  readonly handle: (
    call: Call<z.output<Body>, z.output<Query>, PathParams<Path>>,
  ) => HandlerReply<Reply> | Promise<HandlerReply<Reply>>;
};

// biome-ignore lint/suspicious/noConfusingVoidType: a handler without fields to return returns nothing
type HandlerReply<Reply> = FieldsOf<Reply> | undefined | void;
type FieldsOf<Reply> = string extends keyof Reply
  ? object
  : { readonly [Name in keyof Reply]: unknown };

/** A route, declared once: it registers and documents itself. */
export type Route = Omit<Declaration<string, z.ZodObject, z.ZodObject, Fields>, 'handle'> & {
  readonly handle: (call: Call<never, never, never>) => unknown;
};

export function route<
  const Path extends string,
  Body extends z.ZodObject = NoFields,
  Query extends z.ZodObject = NoFields,
  Reply extends Fields = Fields,
>(declaration: Declaration<Path, Body, Query, Reply>): Route {
  return declaration as unknown as Route;
}

/** Registers routes in their order; a path of theirs refuses all other methods. */
export function registerRoutes(
  router: Router,
  routes: readonly Route[],
  guard: Guard,
  context: RouteContext,
): void {
  const byPath = Map.groupBy(routes, ({ path }) => path);
  for (const [path, own] of byPath) {
    for (const declared of own.filter(({ aliases }) => aliases)) {
      const paths = pathsOf(declared).map(pattern);
      router[registering(declared)](paths, handlerOf(declared, guard, context));
    }
    const registered = router.route(pattern(path));
    for (const declared of own.filter(({ aliases }) => !aliases)) {
      registered[registering(declared)](handlerOf(declared, guard, context));
    }
    registered.all(methodNotAllowed(...methodsOf(path, routes)));
    for (const alias of own.flatMap(pathsOf).filter((one) => !byPath.has(one))) {
      router.route(pattern(alias)).all(methodNotAllowed(...methodsOf(alias, routes)));
    }
  }
}

function pathsOf({ path, aliases = [] }: Route): string[] {
  return [path, ...aliases];
}

function methodsOf(path: string, routes: readonly Route[]): string[] {
  return METHODS.filter((method) =>
    routes.some((one) => one.method === method && pathsOf(one).includes(path)),
  );
}

function registering({ method }: Route) {
  return method.toLowerCase() as Lowercase<Route['method']>;
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

/** As Express writes a path. */
function pattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

const API = '/api/';
/** Enough for every request of the API but a new deposit. */
const BODY_MAX = '16kb';

/** One handler for all steps, because each Express layer costs more than they do. Who calls is checked first. */
function handlerOf(declared: Route, guard: Guard, context: RouteContext): RequestHandler {
  const { access, proof, query, body, bodyMax = BODY_MAX, status = 200, content } = declared;
  const names = [...declared.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  // Pages are not calls: links to them gain parameters of others on their way.
  const checked = query ?? (declared.path.startsWith(API) ? noFields : undefined);
  const parseQuery = (request: Request) =>
    checked && (query || request.url.includes('?')) ? parse(checked, request.query) : {};
  const readBody = body && bodyReader(bodyMax);
  const parseBody = declared.parseBody ?? ((given: unknown) => body && parse(body, given));
  return async (request, response) => {
    await guard.admit(access, request, response);
    const sent = parseQuery(request);
    const params = Object.fromEntries(names.map((name) => [name, paramOf(request, name)]));
    if (proof) await guard.requireProof(request, response);
    await readBody?.(request, response);
    const input = { query: sent, params, body: parseBody(request.body) };
    const fields = await declared.handle(callOf(request, response, { ...context, ...input }));
    if (fields === undefined && (content || response.headersSent)) return;
    response.status(status).json({ success: true, ...(fields as object | undefined) });
  };
}

function callOf(
  request: Request,
  response: Response,
  known: RouteContext & {
    readonly query: unknown;
    readonly params: unknown;
    readonly body: unknown;
  },
): Call<never, never, never> {
  const call: Call = {
    ...known,
    request,
    response,
    get accountId() {
      return callerOf(response).accountId;
    },
    get caller() {
      return callerOf(response);
    },
    get session() {
      return sessionOf(response);
    },
    get requester() {
      return requesterOf(response);
    },
  };
  return call as Call<never, never, never>;
}

const PLAIN_ID = /^[0-9A-Za-z-]{1,100}$/;
/** Nothing has this id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** The audit log repeats ids of what is changed, so a malformed one is replaced. */
function paramOf({ params }: Request, name: string): string {
  const value = String(params[name]);
  return name.endsWith('Id') && !PLAIN_ID.test(value) ? NO_ID : value;
}
