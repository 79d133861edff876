import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './menu.module.css';

type Props = {
  /** The button that opens it, drawn by the caller: `trigger={<button>...</button>}`. */
  readonly trigger: ReactElement;
  readonly side?: 'top' | 'bottom';
  /** When its code is loaded by the press that opens it. */
  readonly startsOpen?: boolean;
  readonly children: ReactNode;
};

/** `<Menu trigger={<IconButton icon="more" label="..." />}><MenuItem .../></Menu>` */
export function Menu({ trigger, side = 'bottom', startsOpen = false, children }: Props) {
  return (
    <Base.Root defaultOpen={startsOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} side={side} sideOffset={4} align="end">
          <Base.Popup className={styles.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type ItemProps = {
  readonly icon?: IconName;
  readonly danger?: boolean;
  readonly onSelect: () => unknown;
  readonly children: ReactNode;
};

export function MenuItem({ icon, danger = false, onSelect, children }: ItemProps) {
  return (
    <Base.Item
      className={classNames(styles.item, danger && styles.danger)}
      onClick={() => void onSelect()}
    >
      {icon && <Icon name={icon} />}
      {children}
    </Base.Item>
  );
}

type ChoiceProps<V extends string> = {
  readonly label: string;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
};

/** A few choices inside a menu, one of which holds. */
export function MenuChoice<V extends string>(props: ChoiceProps<V>) {
  const { label, options, value, onChange } = props;
  return (
    <Base.Group>
      <Base.GroupLabel className={styles.label}>{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(chosen) => onChange(chosen as V)}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={styles.item}>
            <span className={styles.mark}>
              <Base.RadioItemIndicator>
                <Icon name="check" size={16} />
              </Base.RadioItemIndicator>
            </span>
            {option.label}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export function MenuLine() {
  return <Base.Separator className={styles.line} />;
}
