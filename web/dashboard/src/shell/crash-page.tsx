import { ErrorState } from '../ui/error-state.tsx';

type Props = { readonly error: unknown; readonly reset: () => void };

/** A page that could not be drawn or loaded; the rest of the shell stays. */
export function CrashPage({ error }: Props) {
  return <ErrorState error={error} onRetry={() => location.reload()} />;
}
