import fc from 'fast-check';
import { cursorOf, timeCursorOf } from './fields.ts';

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
