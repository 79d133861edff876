import { QueryClient } from '@tanstack/react-query';

const FRESH_MS = 5_000;

/** The client of the API retries what is safe to retry, so nothing is retried here. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: FRESH_MS, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
