import { plainApi } from '../api/api.ts';

type Proof = { readonly password: string; readonly code: string };

export async function prove({ password, code }: Proof): Promise<void> {
  const body = { password, ...(code ? { code: code.trim() } : {}) };
  await plainApi.request('POST /api/session/proof', { body });
}
