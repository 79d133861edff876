import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { VALUE_CENTS_MAX } from '../amount.ts';
import type { DynamicBrCode } from './br-code.ts';
import { BrCodeError, cleanPasted } from './br-code.ts';
import { decodeBrCode } from './decode.ts';
import { encodeBrCode, merchantText } from './encode.ts';
import { crc16, writeField } from './tlv.ts';

type Vectors = {
  readonly valid: readonly { readonly code: string; readonly expect: Record<string, unknown> }[];
  readonly invalid: readonly { readonly code: string; readonly why: string }[];
};

const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../../test-vectors/brcode-vectors.json', import.meta.url), 'utf8'),
);

const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const SOLID = PRINTABLE.filter((letter) => letter !== ' ');

function textOf(letters: readonly string[], minLength: number, maxLength: number) {
  return fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength });
}

function foldedText(maxLength: number) {
  return textOf(PRINTABLE, 1, maxLength)
    .map((text) => merchantText(text, maxLength))
    .filter((text) => text !== '');
}

const chargeCode: fc.Arbitrary<DynamicBrCode> = fc.record(
  {
    kind: fc.constant('dynamic' as const),
    url: textOf(SOLID, 1, 77).filter((text) => !text.includes('://')),
    name: foldedText(25),
    city: foldedText(15),
    pointOfInitiation: fc.constantFrom('11' as const, '12' as const),
    amountCents: fc.integer({ min: 0, max: VALUE_CENTS_MAX }),
  },
  { requiredKeys: ['kind', 'name', 'city', 'url'] },
);

const example: DynamicBrCode = {
  kind: 'dynamic',
  url: 'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441',
  name: 'Fulano de Tal',
  city: 'BRASILIA',
};

/** Recomputes the CRC, so that a test reaches the rule behind it. */
function resealed(code: string, find: string, put: string): string {
  const body = code.slice(0, -4).replace(find, put);
  return body + crc16(body);
}

test('the CRC is the one the standard gives for its check value', () => {
  expect(crc16('123456789')).toBe('29B1');
});

test.each(vectors.valid)('reads the published code $code', ({ code, expect: expected }) => {
  expect(decodeBrCode(code)).toMatchObject(expected);
});

test('writes the published code of a charge again', () => {
  const [code, ...others] = vectors.valid
    .map((vector) => vector.code)
    .filter((text) => text.includes('2548pix.example.com'));
  expect(others).toEqual([]);
  expect(encodeBrCode(decodeBrCode(code ?? '') as DynamicBrCode)).toBe(code);
});

test.each(vectors.invalid)('refuses a code with $why', ({ code }) => {
  expect(() => decodeBrCode(code)).toThrow(BrCodeError);
});

test('what is written is read back the same', () => {
  fc.assert(
    fc.property(chargeCode, (code) => {
      expect(decodeBrCode(encodeBrCode(code))).toEqual(code);
    }),
  );
});

test('a code that offers only a recurrence is read', () => {
  const pix = writeField('00', 'br.gov.bcb.pix');
  const charge = writeField('26', pix + writeField('25', example.url));
  const recurrence = writeField('80', pix + writeField('25', 'pix.example.com/rec/1'));
  const code = resealed(encodeBrCode(example), charge, writeField('26', pix));
  expect(decodeBrCode(resealed(code, '62070503***', `62070503***${recurrence}`))).toEqual({
    kind: 'recurrence',
    recurrenceUrl: 'pix.example.com/rec/1',
    name: 'Fulano de Tal',
    city: 'BRASILIA',
  });
});

test('the merchant category and the postal code are read', () => {
  const code = resealed(encodeBrCode(example), '52040000', '52045812');
  expect(decodeBrCode(resealed(code, '6008BRASILIA', '6008BRASILIA610870000000'))).toEqual({
    ...example,
    merchantCategory: '5812',
    postalCode: '70000000',
  });
});

test.each(vectors.valid)('no change of a single character of $code goes unnoticed', ({ code }) => {
  const accepted = [...code].flatMap((letter, at) =>
    PRINTABLE.filter((other) => other !== letter)
      .map((other) => code.slice(0, at) + other + code.slice(at + 1))
      .filter(accepts),
  );
  expect(accepted).toEqual([]);
});

test('any text at all is either read or refused with a reason', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
      const sealed = `000201${text}6304`;
      for (const candidate of [text, sealed + crc16(sealed)]) {
        try {
          decodeBrCode(candidate);
        } catch (error) {
          expect(error).toBeInstanceOf(BrCodeError);
        }
      }
    }),
  );
});

test.each([
  ['0014br.gov.bcb.pix', '0014br.gov.bcb.pxx', 'no Pix account'],
  ['5913Fulano de Tal', '', 'merchant name'],
  ['6008BRASILIA', '6016BRASILIABRASILIA', 'merchant city'],
  ['52040000', '5204ABCD', 'merchant category'],
  ['62070503***', '62070503***5802BR', 'appears twice'],
  ['62070503***', '62070505***', 'longer than the rest of the code'],
  ['62070503***', '62070503#$%', 'txid'],
  ['5802BR', '5406100,005802BR', 'amount'],
  ['000201', '000202', '000201'],
  ['000201', '000201010213', 'point of initiation'],
  ['26760014', '26840204info0014', '26-02'],
])('explains what is wrong when %s becomes %s', (find, put, says) => {
  const code = resealed(encodeBrCode(example), find, put);
  expect(() => decodeBrCode(code)).toThrow(BrCodeError);
  expect(() => decodeBrCode(code)).toThrow(says);
});

test('a bank may put a cut txid in a dynamic code; it is accepted and ignored', () => {
  const code = resealed(encodeBrCode(example), '62070503***', '62110507ABC1234');
  expect(decodeBrCode(code)).toEqual(example);
});

test('name and city are folded to ASCII and cut, never refused for their accents', () => {
  const code = encodeBrCode({
    ...example,
    name: '  José  Antônio da Conceição Müller',
    city: 'São João del-Rei MG',
  });
  expect(decodeBrCode(code)).toMatchObject({
    name: 'Jose Antonio da Conceicao',
    city: 'Sao Joao del-Re',
  });
});

test.each([
  [{ ...example, name: '日本' }, 'merchant name'],
  [{ ...example, url: 'https://pix.example.com/1' }, 'no scheme'],
  [{ ...example, url: 'x'.repeat(78) }, '77'],
  [{ ...example, amountCents: 0.5 }, 'amount'],
] as const)('refuses to write what no reader would accept: %j', (code, says) => {
  expect(() => encodeBrCode(code)).toThrow(BrCodeError);
  expect(() => encodeBrCode(code)).toThrow(says);
});

test('a pasted code loses what copying added and keeps its inner spaces', () => {
  const code = encodeBrCode(example);
  expect(cleanPasted(`\ufeff  ${code.slice(0, 40)}\r\n${code.slice(40)}\u200b\t `)).toBe(code);
});

function accepts(code: string): boolean {
  try {
    decodeBrCode(code);
    return true;
  } catch {
    return false;
  }
}
