import { deployment } from './deployment.ts';

/** Of five services and their authority. */
const CERTIFICATES = 6;

const { helmTest, otherPods, secretsAfterUpgrade, certificateIn } = deployment();

test('helm test makes a deposit: credited, its signed webhook received in the pod of the test, which is removed', async () => {
  const printed = await helmTest();

  expect(printed).toContain('credited: 4950 cents after the fee of 50');
  expect(printed).toContain('its signature is valid');
  expect((await otherPods()).filter(({ service }) => service === 'test')).toEqual([]);
}, 400_000);

test('an upgrade keeps the certificates and their authorities', async () => {
  const rendered = await secretsAfterUpgrade();

  expect(rendered.size).toBe(CERTIFICATES);
  for (const [name, certificate] of rendered) expect(certificate).toBe(await certificateIn(name));
});
