import { databaseSettings, processSettings } from '../../src/config/common-settings.ts';
import {
  ConfigError,
  choice,
  integer,
  port,
  readConfig,
  secretBytes,
  text,
  url,
} from '../../src/config/settings.ts';

const CANARY = 'canary-77aa';
const settings = {
  name: text('NAME', 'what it is called'),
  size: integer('SIZE', 'how large', { min: 1, max: 9, fallback: 3 }),
  mode: choice('MODE', 'how', ['fast', 'safe'], { fallback: 'safe' }),
  port: port('PORT', 'where'),
  peer: url('PEER', 'whom', { protocols: ['http:', 'https:'] }),
  pepper: secretBytes('PEPPER', 'what hashes'),
};
const good = {
  NAME: 'n',
  PORT: '80',
  PEER: 'https://a.example/x',
  PEPPER: Buffer.alloc(32, 7).toString('base64'),
};

function problemsOf(source: Record<string, string | undefined>, more?: () => string[]): string[] {
  try {
    readConfig(source, settings, more);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message.split('\n');
  }
  return [];
}

test('a good environment is read whole, with fallbacks for what is absent or empty', () => {
  expect(readConfig({ ...good, SIZE: '', MODE: undefined }, settings)).toEqual({
    name: 'n',
    size: 3,
    mode: 'safe',
    port: 80,
    peer: 'https://a.example/x',
    pepper: Buffer.alloc(32, 7),
  });
});

test('every problem is reported at once, with the name and the meaning of its setting', () => {
  const wrong = { SIZE: '10', MODE: 'slow', PORT: '-1', PEER: 'ftp://a', PEPPER: 'c2hvcnQ=' };
  expect(problemsOf(wrong, () => ['NAME and PEER do not go together'])).toEqual([
    'NAME is required: what it is called',
    'SIZE must be an integer between 1 and 9: how large',
    'MODE must be one of fast, safe: how',
    'PORT must be an integer between 0 and 65535: where',
    'PEER must be a URL that starts with http:// or https://: whom',
    'PEPPER must hold at least 32 bytes: what hashes',
    'NAME and PEER do not go together',
  ]);
});

test.each(['1.5', '1e1', '0x1', ' 1', '1 ', '--1', '99999999999999999', 'NaN', CANARY])(
  'the integer %j is refused',
  (SIZE) => {
    expect(problemsOf({ ...good, SIZE })).toEqual([
      'SIZE must be an integer between 1 and 9: how large',
    ]);
  },
);

test('no value is ever shown, since any of them may be a secret', () => {
  const wrong = Object.fromEntries(Object.values(settings).map(({ name }) => [name, CANARY]));
  const reported = problemsOf(wrong).join();
  expect(reported).toContain('PEPPER');
  expect(reported).not.toContain(CANARY);
});

test('the settings that every service shares have working defaults, and a missing one is named', () => {
  const all = { ...processSettings, ...databaseSettings('LEDGER') };
  expect(readConfig({ DATABASE_URL_LEDGER: 'postgres://a/b' }, all)).toMatchObject({
    adminPort: 9090,
    listenHost: '0.0.0.0',
    logLevel: 'info',
    databasePoolMax: 10,
  });
  expect(() => readConfig({}, all)).toThrow('DATABASE_URL_LEDGER is required');
});
