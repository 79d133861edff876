import { deployment } from './deployment.ts';

const { helmTest, otherPods } = deployment();

test('helm test makes a deposit: credited, its signed webhook received in the pod of the test, which is removed', async () => {
  const printed = await helmTest();

  expect(printed).toContain('credited: 4950 cents after the fee of 50');
  expect(printed).toContain('its signature is valid');
  expect((await otherPods()).filter(({ service }) => service === 'test')).toEqual([]);
}, 400_000);
