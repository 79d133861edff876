import { scrubAttributes } from '../../src/telemetry/start-tracing.ts';

test('of a URL only the origin is exported: paths carry secrets too', () => {
  const scrubbed = scrubAttributes({
    'url.full': 'https://user:pass@hooks.example:8443/services/T0/s?api_key=s#s',
    'http.url': 'http://bank.example/?a=user@s',
    'http.target': '/provider/s/pix',
    'url.path': '/provider/s/pix',
    'url.query': 'api_key=s',
    'http.route': '/provider/:secret/pix',
  });
  expect(scrubbed).toEqual({
    'url.full': 'https://hooks.example:8443',
    'http.url': 'http://bank.example',
    'http.route': '/provider/:secret/pix',
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
