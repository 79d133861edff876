import fc from 'fast-check';
import {
  cursorOf,
  lookupId,
  optionalTimeField,
  risingTimesField,
  timeCursorOf,
  timeField,
  uuidField,
} from './fields.ts';

const ID = '0B2F6C1E-8E0B-4C57-9D5C-0F3D6D6E7A11';

test.each(['2026-11-15T12:00Z', '2026-11-15T12:00:00Z', '2026-11-15T09:00:00.000-03:00'])(
  '%s is read as the same time',
  (text) => {
    expect(timeField('from', text)).toEqual(new Date('2026-11-15T12:00:00Z'));
  },
);

test.each(['', 'now', '2026-11-15', '2026-02-30T00:00:00Z', '2026-11-15T12:00:00', '1e3', ' '])(
  'what is not exactly an ISO 8601 time is refused: %j',
  (text) => {
    expect(() => timeField('from', text)).toThrow('from must be an ISO 8601 time');
  },
);

test('an empty text is no time', () => {
  expect(optionalTimeField('to', '')).toBeNull();
});

test('seconds that rise are times', () => {
  expect(risingTimesField('starts', [-86_400, 0], 2)).toEqual([
    new Date('1969-12-31T00:00:00Z'),
    new Date(0),
  ]);
});

test.each([
  ['that do not rise', [1, 1]],
  ['that fall', [2, 1]],
  ['before the year 0', [-1e11]],
  ['that no date has', [2 ** 53]],
  ['beyond so many', [1, 2, 3]],
  ['that are none', []],
])('seconds %s are refused', (_what, seconds) => {
  expect(() => risingTimesField('starts', seconds, 2)).toThrow(/^starts must/);
});

test('a UUID is one text in whatever case it was sent', () => {
  expect([uuidField('accountId', ID), lookupId(ID)]).toEqual(Array(2).fill(ID.toLowerCase()));
});

test('a malformed id to look up is the id of nothing, not an error', () => {
  expect(lookupId("1' or true")).toMatch(/^[0-]+$/);
  expect(() => uuidField('accountId', 'x')).toThrow('accountId must be a UUID');
});

const invalid = {
  reason: 'invalid_cursor',
  fields: [{ field: 'cursor', message: expect.stringMatching(/nextCursor/) }],
};

function thrownBy(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

test('a cursor gives back the place it was made of', () => {
  const charges = timeCursorOf('charges', /[0-9a-f]{1,24}/);
  const at = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });
  const id = fc.stringMatching(/^[0-9a-f]{1,24}$/);
  fc.assert(
    fc.property(fc.record({ at, id }), (place) => {
      expect(charges.read(charges.write(place))).toEqual(place);
    }),
  );
});

test('no cursor is the first page, and no place is no further page', () => {
  const events = cursorOf('events', /\d+/);
  expect(events.read('')).toBeNull();
  expect(events.write(null)).toBe('');
});

test('a cursor of another list, one that was changed, and any other text are refused', () => {
  const events = cursorOf('events', /\d{1,15}/);
  const ours = events.write([42]);
  const others = [
    cursorOf('audit', /\d+/).write([42]),
    `${ours}=`,
    `${ours}A`,
    events.write(['x']),
  ];
  for (const cursor of others) {
    expect(thrownBy(() => events.read(cursor))).toMatchObject(invalid);
  }
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (text) => {
      expect(thrownBy(() => events.read(text))).toMatchObject(invalid);
    }),
  );
});

test('the error names the field in which the cursor came', () => {
  const events = cursorOf('events', /\d+/);
  expect(thrownBy(() => events.read('x', 'after'))).toMatchObject({
    message: expect.stringMatching(/^after is invalid: /),
  });
});
