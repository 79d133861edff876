import { parse as parseQuery } from 'node:querystring';
import { LIMITS } from '@entrada/contracts/limits';
import { cleanPasted } from '@entrada/pix/brcode/br-code';
import { decodeBrCode } from '@entrada/pix/brcode/decode';
import { merchantText } from '@entrada/pix/brcode/encode';
import { readProblem } from '@entrada/pix/client/bank-http';
import { cursorOf } from '@entrada/platform/grpc/fields';
import { redact } from '@entrada/platform/telemetry/log';
import { deceptionIn } from '@entrada/platform/text/deceptive';
import { type Request, request } from 'express';
import { emailOrNull } from '../../auth/src/domain/account.ts';
import { parseCode } from '../../auth/src/domain/two-factor.ts';
import { isWeakPassword } from '../../auth/src/domain/weak-password.ts';
import { parseAllowedIps } from '../../auth/src/transport/rpc/allowed-ips.ts';
import { parseMetadata } from '../../charges/src/domain/client-text.ts';
import { parseSearch } from '../../charges/src/domain/search.ts';
import { shownHeaders } from '../../webhooks/src/clients/receivers.ts';
import { parseRetryAfter } from '../../webhooks/src/domain/attempt.ts';
import { parseUrl } from '../../webhooks/src/domain/endpoint.ts';
import { presentedKey } from '../src/domain/caller.ts';
import { missingKeyHint, pathHint } from '../src/transport/http/hints.ts';
import { isJson, strictJson } from '../src/transport/http/json-body.ts';
import { removeForwardedPorts } from '../src/transport/http/request-context.ts';
import { sessionCookie } from '../src/transport/http/session-cookie.ts';
import { csvWriter } from '../src/transport/replies/csv.ts';

/** 4 times the text may cost 5 times as much, and so 16 times the text 25 times: a linear cost grows 16 times, a quadratic one 256 times. */
const [TEXT_RATIO, COST_RATIO_MAX] = [16, 25];
/** Below it a measurement shows the machine rather than the text; a quadratic cost of 16 kB is far above. */
const SEEN_MS = 0.5;
/** In each round: few are enough for most parsers, and a busy machine needs more. */
const ATTEMPTS = [5, ...new Array<number>(19).fill(15)];
const HEADER_BYTES_MAX = 16_384;
const BODY_BYTES_MAX = 65_536;

const PREFIXES = ['', '"', 'Bearer '];
const PUMPS = [
  ...'aA0"\\.-_,;:=/@+`[{\t\n \u0301\u200bé',
  ...[
    '\\"',
    '""',
    '\\\n',
    '"" ',
    '"x",',
    '"\\"',
    'a.',
    'a-',
    '0,',
    ' ,',
    ', ',
    'a ',
    '=+',
    '0.',
    'a:',
    '::',
    '[a',
    '(a',
  ],
];
const END = '\0';

const filled = (prefix: string, pump: string, length: number) =>
  `${prefix}${pump.repeat(Math.ceil(length / pump.length)).slice(0, length)}${END}`;
const attacks = PREFIXES.flatMap((prefix) => PUMPS.map((pump) => [prefix, pump] as const));

/** The least of some attempts: other programs run beside it. */
function costMs(work: () => void, attempts = 1): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const begun = performance.now();
    work();
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}

/** Null, or by how much the cost grows with 16 times the text: the least of some rounds, so that a busy machine is no growth. */
function growthOf(work: (length: number) => () => void, length: number): number | null {
  const [small, large] = [work(length / TEXT_RATIO), work(length)];
  if (costMs(large) < SEEN_MS) return null;
  let least = Number.POSITIVE_INFINITY;
  for (const attempts of ATTEMPTS) {
    const cost = costMs(large, attempts);
    if (cost < SEEN_MS) return null;
    least = Math.min(least, cost / costMs(small, attempts));
    if (least <= COST_RATIO_MAX) return null;
  }
  return Math.round(least);
}

const cookie = sessionCookie('https://pay.example.com');
const cursor = cursorOf('list', /\d{1,16}/, /[0-9a-f]{24}/);
const csv = csvWriter([{ name: 'text', kind: 'text', of: (text: string) => text }], {
  sep: ',',
  tz: 'UTC',
  byteOrderMark: false,
});
const strictText = (text: string) => strictJson(new TextEncoder().encode(text));
const json = (value: unknown) => strictText(JSON.stringify(value));
const withHeaders = (headers: object) => ({ headers, query: {} }) as unknown as Request;
const accepting = (headers: object): Request => Object.assign(Object.create(request), { headers });

/** What sees text before anything has checked it, and the most that reaches it. */
const PARSERS: readonly [string, number, (text: string) => unknown][] = [
  ['a body', BODY_BYTES_MAX, strictText],
  ['a body that begins well', BODY_BYTES_MAX, (text) => strictText(`[1,}${text}`)],
  ['a body that ends in an escape', BODY_BYTES_MAX, (text) => strictText(`[1,}"${text}\\`)],
  ['a body after an empty text', BODY_BYTES_MAX, (text) => strictText(`[1,}""${text}`)],
  ['a body that ends in a text', BODY_BYTES_MAX, (text) => strictText(`{"a":"${text}"`)],
  // Without the end, so that a list of texts is valid.
  ['a list in a body', BODY_BYTES_MAX, (text) => strictText(`[${text.slice(0, -1)}1]`)],
  ['a text in a body', BODY_BYTES_MAX, (text) => json({ text })],
  ['a name in a body', BODY_BYTES_MAX, (text) => json({ [text]: 1 })],
  ['Authorization', HEADER_BYTES_MAX, (authorization) => presentedKey({ authorization } as never)],
  ['X-Api-Key', HEADER_BYTES_MAX, (xApiKey) => presentedKey({ xApiKey } as never)],
  ['Cookie', HEADER_BYTES_MAX, (text) => cookie.read(withHeaders({ cookie: text }))],
  [
    'a wrong carrier',
    HEADER_BYTES_MAX,
    (text) => missingKeyHint(withHeaders({ cookie: text, authorization: text })),
  ],
  [
    'X-Forwarded-For',
    HEADER_BYTES_MAX,
    (text) => removeForwardedPorts(withHeaders({ 'x-forwarded-for': text })),
  ],
  ['Content-Type', HEADER_BYTES_MAX, isJson],
  ['Accept', HEADER_BYTES_MAX, (accept) => accepting({ accept }).accepts('html', 'json')],
  [
    'Accept-Language',
    HEADER_BYTES_MAX,
    (text) => accepting({ 'accept-language': text }).acceptsLanguages('pt', 'en'),
  ],
  [
    'Accept-Encoding',
    HEADER_BYTES_MAX,
    (text) => accepting({ 'accept-encoding': text }).acceptsEncodings('br', 'gzip'),
  ],
  ['a path', HEADER_BYTES_MAX, (text) => pathHint('GET', `/api/${text}`, ['/api/deposit'])],
  ['a query', HEADER_BYTES_MAX, (text) => parseQuery(text)],
  ['a cursor', HEADER_BYTES_MAX, (text) => cursor.read(text)],
  [
    'a cursor in base64',
    HEADER_BYTES_MAX,
    (text) => cursor.read(Buffer.from(`list:${text}`).toString('base64url')),
  ],
  ['a search', HEADER_BYTES_MAX, parseSearch],
  ['metadata', BODY_BYTES_MAX, (text) => parseMetadata({ [text]: text })],
  ['an e-mail address', HEADER_BYTES_MAX, emailOrNull],
  [
    'a password',
    LIMITS.account.passwordLengthMax,
    (text) => isWeakPassword(text, ['ana@shop.example', 'Ana']),
  ],
  ['a second factor', HEADER_BYTES_MAX, parseCode],
  ['allowed addresses', HEADER_BYTES_MAX, (text) => parseAllowedIps([text])],
  ['a name with deceptive letters', 1_024, deceptionIn],
  [
    'the URL of an endpoint',
    HEADER_BYTES_MAX,
    (text) => parseUrl(`https://${text}`, { allowInsecure: false, hostProblem: () => null }),
  ],
  ['Retry-After of a receiver', HEADER_BYTES_MAX, (text) => parseRetryAfter(text, new Date())],
  ['headers of a receiver', HEADER_BYTES_MAX, (text) => shownHeaders({ [text]: text })],
  ['a problem of the bank', BODY_BYTES_MAX, (text) => readProblem(400, text, text)],
  [
    'a problem of the bank in JSON',
    BODY_BYTES_MAX,
    (text) =>
      readProblem(400, JSON.stringify({ type: text, detail: text, violacoes: [{ razao: text }] })),
  ],
  ['a payment code', BODY_BYTES_MAX, decodeBrCode],
  ['a pasted payment code', BODY_BYTES_MAX, cleanPasted],
  ['the name of a receiver', HEADER_BYTES_MAX, (text) => merchantText(text, 25)],
  ['a cell of a file', BODY_BYTES_MAX, (text) => csv.lines([text])],
  [
    'a line of the log',
    BODY_BYTES_MAX,
    (text) => redact({ text, [text]: 1, err: new Error(`${text}@`) }),
  ],
];

test.each(PARSERS)(
  '%s costs at most 5 times for 4 times the text, and 25 times for 16 times',
  (_name, lengthMax, parse) => {
    const slow = attacks.flatMap((attack) => {
      const growth = growthOf((length) => {
        const text = filled(...attack, length);
        return () => {
          try {
            parse(text);
          } catch {
            // A refusal costs as well.
          }
        };
      }, lengthMax);
      return growth ? [{ attack, growth }] : [];
    });
    expect(slow).toEqual([]);
  },
  120_000,
);
