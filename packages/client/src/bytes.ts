const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Null for what is not base64: decoders differ in what they forgive. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!BASE64.test(text)) return null;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** As in a JSON Web Key: other characters, no padding. */
export function bytesOfBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  return bytesOfBase64(standard.padEnd(Math.ceil(standard.length / 4) * 4, '='));
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function bytesOfHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}
