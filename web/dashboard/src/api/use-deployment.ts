import { EntradaError } from '@entrada/client/entrada-error';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { untypedPlain } from './untyped.ts';

export type Deployment = {
  readonly mode: 'test' | 'live';
  readonly sandbox: boolean;
  readonly currency: string;
  readonly fee: {
    readonly basisPoints: number;
    readonly fixed: number;
    readonly min: number;
    readonly max: number | null;
    readonly mode: 'DEDUCT' | 'ON_TOP';
  };
  readonly limits: { readonly min: number; readonly max: number };
  readonly expiresIn: { readonly default: number; readonly min: number; readonly max: number };
  readonly twoFactorRequired: boolean;
  readonly docsUrl: string;
  readonly sandboxUrl: string | null;
};

/** What this installation is; null when the gateway is too old to say. */
export function useDeployment(): UseQueryResult<Deployment | null> {
  return useQuery({
    queryKey: queryKeys.deployment,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      try {
        const reply = await untypedPlain<{ deployment: Deployment }>('GET /api/deployment', {
          signal,
        });
        return reply.deployment;
      } catch (error) {
        if (error instanceof EntradaError && error.status === 404) return null;
        throw error;
      }
    },
  });
}
