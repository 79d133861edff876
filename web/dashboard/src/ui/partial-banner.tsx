import { useWords } from '../words/use-words.tsx';
import { Banner } from './banner.tsx';

/** Names what is missing, while the rest is shown: `<PartialBanner missing={[words.overview.volume]} />`. */
export function PartialBanner({ missing }: { readonly missing: readonly string[] }) {
  const words = useWords();
  if (missing.length === 0) return null;
  return <Banner tone="warning">{words.common.partial(missing.join(', '))}</Banner>;
}
