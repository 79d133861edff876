import { readFileSync } from 'node:fs';
import { NODE_FLAGS } from '../programs.ts';

test('a service runs here with the settings of Node that the image gives it', () => {
  const image = readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8');
  expect(image).toMatch(new RegExp(`^ENV .*NODE_OPTIONS=${NODE_FLAGS}$`, 'm'));
});
