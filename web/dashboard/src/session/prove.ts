import { untypedPlain } from '../api/untyped.ts';

type Proof = { readonly password: string; readonly code: string };

export async function prove({ password, code }: Proof): Promise<void> {
  const body = { password, ...(code ? { code: code.trim() } : {}) };
  await untypedPlain('POST /api/session/proof', { body });
}
