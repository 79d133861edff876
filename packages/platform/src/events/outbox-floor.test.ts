import { MINUTE_MS } from '../time/units.ts';
import { openOutboxFloor } from './relay.ts';

/** A floor whose writers and time the test decides. */
function floorUnderTest() {
  const state = { nowMs: 0, writers: [] as string[] };
  const query = async () => ({ rows: state.writers.map((writer) => ({ writer })) });
  const floor = openOutboxFloor({ query } as never, () => state.nowMs);
  return {
    state,
    floor,
    async read(...ids: number[]): Promise<void> {
      state.nowMs += 1_000;
      await floor.look();
      floor.learn(ids.map((id) => ({ id: String(id) })));
    },
  };
}

test('the floor does not pass a row of a transaction that was writing when a later row was read', async () => {
  const { state, floor, read } = floorUnderTest();
  state.writers = ['1/7'];
  await read(5);
  await read();
  await read();
  expect(floor.value()).toBe(0);
  state.writers = [];
  // The late row with id 4 is visible now, before the floor is raised.
  await read(4);
  expect(floor.value()).toBe(3);
  await read();
  expect(floor.value()).toBe(5);
});

test('once a minute a read begins at the first row, and goes on from what it finds there', async () => {
  const { state, floor, read } = floorUnderTest();
  await read(1, 2, 3);
  await read();
  expect(floor.readFrom()).toBe(3);
  state.nowMs += MINUTE_MS;
  expect(floor.readFrom()).toBe(0);
  expect(floor.readFrom()).toBe(3);
  // Somebody marked row 2 as unpublished by hand.
  floor.learn([{ id: '2' }]);
  expect(floor.readFrom()).toBe(1);
});
