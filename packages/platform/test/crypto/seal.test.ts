import { randomBytes } from 'node:crypto';
import { CannotOpen, open, seal } from '../../src/crypto/seal.ts';

const key = randomBytes(32);
const keys = { k1: key };
const aad = 'endpoint/1';
const secret = Buffer.from('whsec_canary');

test('what was sealed opens for its row, also when it is empty', () => {
  for (const plaintext of [secret, Buffer.alloc(0)]) {
    expect(open(seal(plaintext, { key, keyId: 'k1', aad }), { keys, aad })).toEqual(plaintext);
  }
});

test('a sealed value shows neither the secret nor that two are equal', () => {
  const one = seal(secret, { key, keyId: 'k1', aad });
  expect(one.includes(secret)).toBe(false);
  expect(seal(secret, { key, keyId: 'k1', aad }).equals(one)).toBe(false);
});

test('after a change of key, what the old key sealed still opens', () => {
  const old = seal(secret, { key, keyId: 'k1', aad });
  expect(open(old, { keys: { k2: randomBytes(32), k1: key }, aad })).toEqual(secret);
});

test('a value moved to another row is refused', () => {
  const sealed = seal(secret, { key, keyId: 'k1', aad });
  expect(() => open(sealed, { keys, aad: 'endpoint/2' })).toThrow(CannotOpen);
});

test('a change of any single byte is refused', () => {
  const sealed = seal(secret, { key, keyId: 'k1', aad });
  for (let at = 0; at < sealed.length; at += 1) {
    const tampered = Buffer.from(sealed);
    tampered.writeUInt8(tampered.readUInt8(at) ^ 1, at);
    expect(() => open(tampered, { keys, aad })).toThrow(CannotOpen);
  }
});

test('a value cut short anywhere is refused', () => {
  const sealed = seal(secret, { key, keyId: 'k1', aad });
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => open(sealed.subarray(0, length), { keys, aad })).toThrow(CannotOpen);
  }
});

test('an unknown key id and a wrong key are refused', () => {
  const sealed = seal(secret, { key, keyId: 'k1', aad });
  expect(() => open(sealed, { keys: { k2: key }, aad })).toThrow(CannotOpen);
  expect(() => open(sealed, { keys: { k1: randomBytes(32) }, aad })).toThrow(CannotOpen);
  const inherited = seal(secret, { key, keyId: 'constructor', aad });
  expect(() => open(inherited, { keys, aad })).toThrow(CannotOpen);
});

test('a key or key id of a wrong size is refused before anything is sealed', () => {
  expect(() => seal(secret, { key: randomBytes(16), keyId: 'k1', aad })).toThrow(RangeError);
  expect(() => seal(secret, { key, keyId: '', aad })).toThrow(RangeError);
  expect(() => seal(secret, { key, keyId: 'k'.repeat(256), aad })).toThrow(RangeError);
});
