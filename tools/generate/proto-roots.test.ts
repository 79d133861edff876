import { protoRoots } from './proto-roots.ts';

test('types are generated from the proto file of each context, not from those that it imports', () => {
  const files = ['ledger/v1/recovery.proto', 'ledger/v1/ledger.proto', 'charges/v1/recovery.proto'];
  expect(protoRoots([...files, 'charges/v1/charges.proto'])).toEqual([
    'charges/v1/charges.proto',
    'ledger/v1/ledger.proto',
  ]);
});

test('two roots that would overwrite each other in the generated types are refused', () => {
  expect(() => protoRoots(['charges/v1/charges.proto', 'charges/v2/charges.proto'])).toThrow(
    'charges/v1/charges.proto and charges/v2/charges.proto would both generate charges.ts',
  );
});
