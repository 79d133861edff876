import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Leads to the sign-in page, once, and from there back to the page that was asked for. */
export function ToSignIn() {
  const router = useRouter();
  useEffect(() => {
    const { href } = router.latestLocation;
    const search = href === '/' ? {} : { next: href };
    void router.navigate({ to: '/sign-in', search, replace: true });
  }, [router]);
  return null;
}
