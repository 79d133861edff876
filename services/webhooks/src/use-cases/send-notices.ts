import type { Ports } from '../ports.ts';

const AT_ONCE_MAX = 20;

/** Hands notices to auth, which sends them. One that fails is due again later. True: there may be more. */
export function sendNotices({ notices, notifyAccount }: Ports) {
  return async (): Promise<boolean> => {
    const claimed = await notices.claim(AT_ONCE_MAX);
    const sent = await Promise.allSettled(
      claimed.map(async (notice) => {
        await notifyAccount(notice);
        await notices.remove(notice.id);
      }),
    );
    const failed = sent.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return claimed.length === AT_ONCE_MAX;
  };
}
