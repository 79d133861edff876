import { Select as Base } from '@base-ui/react/select';
import { Icon, type IconName } from './icon.tsx';
import styles from './select.module.css';

type Option<V extends string> = { readonly value: V; readonly label: string };
type Props<V extends string> = {
  /** For screen readers; beside a `<Field>` use its id instead. */
  readonly label: string;
  readonly options: readonly Option<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly icon?: IconName;
  readonly id?: string;
};

/** One of a few choices: `<Select label options={[{ value, label }]} value onChange />`. */
export function Select<V extends string>(props: Props<V>) {
  const { label, options, value, onChange, icon, id } = props;
  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={(chosen) => {
        if (chosen !== null) onChange(chosen as V);
      }}
    >
      <Base.Trigger className={styles.trigger} aria-label={label} id={id}>
        {icon && <Icon name={icon} size={16} />}
        <Base.Value />
        <Base.Icon className={styles.chevron}>
          <Icon name="chevron" size={16} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className={styles.popup}>
            <Base.List>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={styles.item}>
                  <Base.ItemText>{option.label}</Base.ItemText>
                  <Base.ItemIndicator className={styles.check}>
                    <Icon name="check" size={16} />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
