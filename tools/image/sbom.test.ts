import { sbomOf } from './sbom.ts';

test('a bill of materials has what is installed, with its hash, and nothing else', () => {
  const integrity = `sha512-${Buffer.from('abc').toString('base64')}`;
  const lock = {
    name: 'app',
    version: '1.0.0',
    packages: {
      '': { version: '1.0.0' },
      'packages/own': { version: '1.0.0' },
      'node_modules/own': { link: true },
      'node_modules/@scope/a': { version: '2.0.0', integrity, license: 'MIT' },
      'node_modules/b/node_modules/@scope/a': { version: '2.0.0', integrity, license: 'MIT' },
      'node_modules/tool': { version: '3.0.0', integrity },
    },
  };
  const sbom = sbomOf(lock, (folder) => folder !== 'node_modules/tool');
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { type: 'application', name: 'app', version: '1.0.0' } },
  });
  expect(sbom.components).toEqual([
    {
      type: 'library',
      'bom-ref': 'pkg:npm/%40scope/a@2.0.0',
      name: '@scope/a',
      version: '2.0.0',
      purl: 'pkg:npm/%40scope/a@2.0.0',
      licenses: [{ license: { name: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: '616263' }],
    },
  ]);
});
