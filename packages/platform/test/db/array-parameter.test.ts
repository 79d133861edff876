import { randomBytes, randomUUID } from 'node:crypto';
import {
  bigintArray,
  byteaArray,
  integerArray,
  jsonbArray,
  textArray,
  timestamptzArray,
  uuidArray,
} from '../../src/db/array-parameter.ts';
import { freshDatabase, openTestPool } from '../../src/testing/database.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { forTests } from '../../src/testing/for-tests.ts';

const UUIDS = [randomUUID(), null, randomUUID().toUpperCase(), randomUUID()];
const BIGINTS = [0, -1, null, 2 ** 31, -(2 ** 40) - 7, Number.MAX_SAFE_INTEGER];
const TEXTS = ['', 'NULL', null, '{"a", \\b}', 'ação € 😀', "it's"];
const BYTES = [Buffer.alloc(0), randomBytes(300), Buffer.from('\\x00')];
const TIMES = [
  '0615-12-23T07:33:29.669Z',
  '1969-12-31T23:59:59.999Z',
  '2000-01-01T00:00:00.000Z',
  '9999-06-15T12:34:56.789Z',
];
const OBJECTS = [{}, { traceparent: '00-"ç"', n: 1 }];

const database = forTests(() => freshDatabase('messaging'));
const pool = forTests(() => openTestPool(database.adminUrl, 1));

async function readBack(type: string, parameter: Buffer): Promise<unknown[]> {
  const text = `select element from unnest($1::${type}[]) with ordinality as t (element, place) order by place`;
  const { rows } = await pool.query(text, [parameter]);
  return rows.map(({ element }) => element);
}

describeNeeding(['postgres'], 'an array parameter', () => {
  test.each<[string, Buffer, unknown[]]>([
    ['uuid', uuidArray(UUIDS), UUIDS.map((uuid) => uuid?.toLowerCase() ?? null)],
    ['bigint', bigintArray(BIGINTS), BIGINTS],
    ['integer', integerArray([0, -5, 2 ** 31 - 1]), [0, -5, 2 ** 31 - 1]],
    ['text', textArray(TEXTS), TEXTS],
    ['bytea', byteaArray(BYTES), BYTES],
    [
      'timestamptz',
      timestamptzArray(TIMES.map((at) => new Date(at))),
      TIMES.map((at) => new Date(at)),
    ],
    ['jsonb', jsonbArray(OBJECTS.map((object) => JSON.stringify(object))), OBJECTS],
    ['text', textArray([]), []],
  ])('of %s arrives element by element as it was', async (type, parameter, expected) => {
    expect(await readBack(type, parameter)).toEqual(expected);
  });

  test.each(['', 'g'.repeat(32), '0'.repeat(31), '0'.repeat(34), `${'0'.repeat(31)}é`])(
    'refuses %j as a UUID',
    (text) => {
      expect(() => uuidArray([text])).toThrow('not a UUID');
    },
  );

  test.each([0.5, Number.NaN, 2 ** 53])('refuses %d as a bigint', (value) => {
    expect(() => bigintArray([value])).toThrow('not a safe integer');
  });
});
