import type { Account } from '@entrada/client/gen/api';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { plainApi } from '../api/api.ts';
import { queryKeys } from '../api/query-keys.ts';
import { type Language, setPreferences, usePreferences } from './preferences.ts';

/** In a browser where no language was chosen, the pages speak that of the account's mails. */
export function useAccountLanguage({ language }: Account): void {
  const { language: chosen } = usePreferences();
  useEffect(() => {
    if (chosen === null && language !== null) setPreferences({ language });
  }, [chosen, language]);
}

/** Changes the language of the pages at once, and that of the account's mails when the API answers. */
export function useChooseLanguage(): (language: Language) => void {
  const queries = useQueryClient();
  return (language) => {
    setPreferences({ language });
    plainApi.request('PATCH /api/account', { body: { language } }).then(
      ({ account }) => queries.setQueryData(queryKeys.account, account),
      // The pages have changed already; the mails follow with the next choice.
      () => {},
    );
  };
}
