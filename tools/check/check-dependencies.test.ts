import { refusedLicences, seriousIn, unverified } from './check-dependencies.ts';

const locked = (license?: string, dev = false) => ({
  packages: { 'node_modules/thing': { ...(license && { license }), dev } },
});

test.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0)', 'MIT AND ISC'])('%s is allowed', (licence) => {
  expect(refusedLicences(locked(licence))).toEqual([]);
});

test.each(['GPL-3.0-only', 'AGPL-3.0', 'MIT AND GPL-3.0', 'SEE LICENSE IN FILE', 'BUSL-1.1'])(
  'a dependency with the licence %s is refused',
  (licence) => {
    expect(refusedLicences(locked(licence))).toEqual([`thing: ${licence}`]);
  },
);

test('a dependency that states no licence is refused', () => {
  expect(refusedLicences(locked())).toEqual(['thing: none stated']);
});

test('what only tools may have is refused in what we ship', () => {
  expect(refusedLicences(locked('MPL-2.0', true))).toEqual([]);
  expect(refusedLicences(locked('MPL-2.0'))).toEqual(['thing: MPL-2.0']);
});

test('our own packages are not looked at', () => {
  const packages = { 'services/auth': {}, 'node_modules/@entrada/auth': { link: true } };
  expect(refusedLicences({ packages })).toEqual([]);
});

test.each([
  [{}, true],
  [{ optional: true }, true],
  [{ dev: true, optional: true, os: ['linux'], cpu: ['arm64'] }, true],
  [{ optional: true, os: ['win32'] }, true],
  [{ dev: true, optional: true, os: ['win32'] }, false],
  [{ dev: true, optional: true, os: ['linux'], cpu: ['s390x'] }, false],
  [{ integrity: 'sha512-x' }, false],
  [{ link: true }, false],
])('a dependency %j without a hash is refused: %s', (entry, isRefused) => {
  const packages = { 'node_modules/thing': entry, 'services/auth': {} };
  expect(unverified({ packages })).toEqual(isRefused ? ['node_modules/thing'] : []);
});

test('only serious vulnerabilities are reported', () => {
  const vulnerabilities = {
    bad: { severity: 'critical', range: '<2' },
    worse: { severity: 'high', range: '*' },
    meh: { severity: 'moderate', range: '*' },
  };
  const report = JSON.stringify({ auditReportVersion: 2, vulnerabilities });
  expect(seriousIn(report)).toEqual(['bad <2: critical', 'worse *: high']);
  expect(seriousIn(JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} }))).toEqual([]);
});

test.each(['', 'npm error network', '{"message":"405 Method Not Allowed","statusCode":405}'])(
  'without a report nothing is claimed: %s',
  (output) => {
    expect(seriousIn(output)).toBeNull();
  },
);
