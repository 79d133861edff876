import { scrubAttributes } from '../../src/telemetry/without-secrets.ts';

test('a URL is exported without its query, fragment and credentials', () => {
  const scrubbed = scrubAttributes({
    'url.full': 'https://user:pass@bank.example:8443/cob/1?api_key=s#s',
    'http.url': 'http://bank.example/?a=user@s',
    'http.target': '/api/deposit?api_key=s',
    'url.query': 'api_key=s',
  });
  expect(scrubbed).toEqual({
    'url.full': 'https://bank.example:8443/cob/1',
    'http.url': 'http://bank.example/',
    'http.target': '/api/deposit',
  });
});

test('headers, gRPC metadata and SQL parameters are not exported, the statement is', () => {
  const scrubbed = scrubAttributes({
    'http.request.header.authorization': ['Bearer s'],
    'http.response.header.set_cookie': ['s'],
    'rpc.request.metadata.x_api_key': ['s'],
    'db.postgresql.values': ['s'],
    'db.query.parameter.0': 's',
    'db.query.text': 'select $1',
  });
  expect(scrubbed).toEqual({ 'db.query.text': 'select $1' });
});
