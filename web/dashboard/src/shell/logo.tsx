import styles from './logo.module.css';

export function Logo() {
  return (
    <span className={styles.logo}>
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" className={styles.ground} />
        <path d="M9 8h14v3.4H13v3h8.5v3.3H13v3H23V24H9z" className={styles.letter} />
      </svg>
      Entrada
    </span>
  );
}
