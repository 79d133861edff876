import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

type Tab<V extends string> = {
  readonly value: V;
  readonly label: string;
  readonly content: ReactNode;
};
type Props<V extends string> = {
  readonly label: string;
  readonly tabs: readonly Tab<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
};

/** The open tab belongs in the URL or in state: `<Tabs label tabs value onChange />`. */
export function Tabs<V extends string>({ label, tabs, value, onChange }: Props<V>) {
  return (
    <Base.Root value={value} onValueChange={(chosen) => onChange(chosen as V)}>
      <Base.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={styles.tab}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={styles.panel}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
