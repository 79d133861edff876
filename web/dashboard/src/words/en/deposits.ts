import type { deposits as pt } from '../pt/deposits.ts';

export const deposits = {
  all: 'All',
  amount: 'Amount',
  clear: 'Clear search',
  created: 'Created',
  csv: 'Download CSV',
  credited: 'Credited',
  emptyAll: 'You have no deposits yet.',
  emptyAllHint: 'Create one here or with the API, and send the link to the payer.',
  emptyFilter: 'No deposit with these filters.',
  emptySearch: (q) => `Nothing found for “${q}”.`,
  filterRange: 'Period',
  filterStatus: 'Status',
  news: (count) => `${count} new`,
  reference: 'Reference',
  search: 'Search',
  searchHint: 'Id, link, endToEndId or the beginning of your identifier',
  status: 'Status',
  title: 'Deposits',
} satisfies typeof pt;
