import styles from './icon.module.css';

/** Strokes on a grid of 24. */
const PATHS = {
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 20c1.5-3.5 4.5-5 8-5s6.5 1.5 8 5',
  alert:
    'M12 8v5m0 3.5v.01M10.3 4 2.8 17.5A2 2 0 0 0 4.5 20.5h15a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0Z',
  arrowDown: 'M12 5v14m-6-6 6 6 6-6',
  arrowLeft: 'M19 12H5m6-6-6 6 6 6',
  arrowRight: 'M5 12h14m-6-6 6 6-6 6',
  cancel: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM6 6l12 12',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevron: 'm6 9 6 6 6-6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2',
  close: 'm6 6 12 12M18 6 6 18',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  deposits: 'M12 3v12m-5-5 5 5 5-5M4 20h16',
  download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  hourglass: 'M6 3h12M6 21h12M7 3c0 5 5 6 5 9s-5 4-5 9M17 3c0 5-5 6-5 9s5 4 5 9',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.5v.01',
  key: 'M8 19a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM11.2 11.3 20 2.5M16 6.5l3 3',
  language:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3.5 9h17M3.5 15h17M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M4.5 12h1M11.5 12h1M18.5 12h1',
  overview: 'M4 20V10m5.5 10V4M15 20v-7m5 7V8',
  plus: 'M12 5v14M5 12h14',
  refresh:
    'M20 11a8 8 0 0 0-14.5-4L4 8.5M4 4v4.5h4.5M4 13a8 8 0 0 0 14.5 4l1.5-1.5M20 20v-4.5h-4.5',
  refund: 'M9 7 4 12l5 5M4 12h11a5 5 0 0 1 5 5v1',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 4.5 4.5',
  signOut: 'M10 4H5v16h5M10 12h11m-4-4 4 4-4 4',
  statement: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5',
  theme: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  webhooks:
    'M12 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM6 20.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM18 20.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM10.7 9.2 7.5 15m5.8-5.8L16.5 15M9 17.5h6',
} as const;

export type IconName = keyof typeof PATHS;

/** A picture beside a word; the word says what it means. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      className={styles.icon}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
