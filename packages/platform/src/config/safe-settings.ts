const KEY_BYTES = 32;

/** AES-256 needs exactly this length; a longer key would be a mistake. */
export function keyProblems(name: string, key: Buffer | undefined): string[] {
  if (key === undefined || key.length === KEY_BYTES) return [];
  return [`${name} must hold exactly ${KEY_BYTES} bytes`];
}

/** In live mode: a key of one repeated byte is a placeholder that everybody knows. */
export function placeholderProblems(name: string, key: Buffer | undefined): string[] {
  return key?.every((byte) => byte === key[0]) ? [`${name} must be random in live mode`] : [];
}

/** In live mode: what goes over plain http can be read and changed on its way. */
export function plainHttpProblems(name: string, url: string | undefined): string[] {
  if (url === undefined || url.startsWith('https:')) return [];
  return [`${name} must start with https:// in live mode`];
}
