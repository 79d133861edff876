import { useAccount } from '../../api/use-account.ts';
import { Banner } from '../../ui/banner.tsx';
import { useWords } from '../../words/use-words.tsx';

/** An operator has frozen the account: it can be looked at, and nothing can be changed. */
export function FrozenBanner() {
  const { data: account } = useAccount();
  const words = useWords();
  return account?.frozenAt ? <Banner>{words.errors.account_frozen}</Banner> : null;
}
