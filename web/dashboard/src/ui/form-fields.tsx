import type { ReactNode } from 'react';
import styles from './form-fields.module.css';

/** The fields of a form, one below the other. */
export function FormFields({ children }: { readonly children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}
