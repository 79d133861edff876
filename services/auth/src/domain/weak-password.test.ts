import { randomBytes } from 'node:crypto';
import { isWeakPassword } from './weak-password.ts';

const ABOUT = ['ana.souza@loja-da-ana.example', 'Loja da Ana Ltda'];

test.each([
  ' '.repeat(12),
  'aaaaaaaaaaaa',
  'AAAAaaaaAAAA',
  'abababababab',
  'abcabcabcabc',
  '123123123123',
  '123456789012',
  '098765432109',
  'abcdefghijkl',
  'qwertyuiopas',
  'asdfghjklasdf',
  'zxcvbnmzxcvbnm',
  'qwerty123456',
  '1q2w3e4r5t6y',
  'passwordpassword',
  'Password1234',
  'Password123!',
  'P@ssw0rd1234',
  'p4$$w0rdp4$$w0rd',
  'password    password',
  'senha1234567',
  'minhasenha123',
  'admin1234567',
  'administrator',
  'iloveyou1234',
  'Brasil2024!!',
  'entrada123456',
  '!!!!!!!!!!!!',
  '000000000000',
  '１２３４５６７８９０１２',
  'ana.souza@loja-da-ana.example',
  'ANA.SOUZA@loja-da-ana.example',
  'ana.souza1234',
  'lojadaana1234',
  'Loja da Ana Ltda',
])('%s is weak', (password) => {
  expect(isWeakPassword(password, ABOUT)).toBe(true);
});

test.each([
  'correct horse battery staple',
  'another long pass phrase',
  'cavalo correto bateria grampo',
  'dragon monkey sunshine football',
  'meu gato come peixe toda terça',
  'tartaruga verde danca tango',
  'X7#kq9!mZ2@p',
  'not the password at all',
  '東京の夏は暑いけれど楽しい',
  '🐢🍕🚀🎈🌵🦊🎸🧊🍋🥁🛶🪁',
])('%s is accepted', (password) => {
  expect(isWeakPassword(password, ABOUT)).toBe(false);
});

test('random passwords are accepted', () => {
  for (let n = 0; n < 2_000; n += 1) {
    expect(isWeakPassword(randomBytes(12).toString('hex'), ABOUT)).toBe(false);
  }
});
