import type { Charge } from '@entrada/client/gen/api';
import { Icon, type IconName } from '../ui/icon.tsx';
import tones from '../ui/tones.module.css';
import { useWords } from '../words/use-words.tsx';
import styles from './status.module.css';

export type Tone = 'paid' | 'pending' | 'warning' | 'failed' | 'quiet';
type Look = { readonly tone: Tone; readonly icon: IconName };

const LOOKS = {
  charge: {
    PENDING: { tone: 'pending', icon: 'clock' },
    COMPLETED: { tone: 'paid', icon: 'check' },
    UNDERPAID: { tone: 'warning', icon: 'alert' },
    PARTLY_REFUNDED: { tone: 'warning', icon: 'refund' },
    REFUNDED: { tone: 'quiet', icon: 'refund' },
    EXPIRED: { tone: 'quiet', icon: 'hourglass' },
    CANCELED: { tone: 'quiet', icon: 'cancel' },
  },
  delivery: {
    PENDING: { tone: 'pending', icon: 'clock' },
    HELD: { tone: 'warning', icon: 'hourglass' },
    DELIVERED: { tone: 'paid', icon: 'check' },
    EXHAUSTED: { tone: 'failed', icon: 'alert' },
    ABANDONED: { tone: 'quiet', icon: 'cancel' },
  },
  endpoint: {
    ENABLED: { tone: 'paid', icon: 'check' },
    DISABLED: { tone: 'quiet', icon: 'cancel' },
    GONE: { tone: 'quiet', icon: 'cancel' },
    FAILING: { tone: 'failed', icon: 'alert' },
  },
  refund: {
    PROCESSING: { tone: 'pending', icon: 'clock' },
    SETTLED: { tone: 'paid', icon: 'refund' },
    FAILED: { tone: 'failed', icon: 'alert' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Look>>>>;

type Kind = keyof typeof LOOKS;
const UNKNOWN: Look = { tone: 'quiet', icon: 'info' };

type Props = { readonly of: Kind; readonly status: string };

/** Icon, word and tint; never colour alone: `<Status of="charge" status={charge.status} />`. */
export function Status({ of, status }: Props) {
  const words: Readonly<Record<string, string>> = useWords().status[of];
  const looks: Readonly<Record<string, Look>> = LOOKS[of];
  const { tone, icon } = looks[status] ?? UNKNOWN;
  return (
    <Badge tone={tone} icon={icon}>
      {words[status] ?? status}
    </Badge>
  );
}

/** Also says that too little arrived or that money went back, which the status of a deposit does not. */
export function ChargeStatus({ charge }: { readonly charge: Charge }) {
  const { status, value, refundedValue, receivedValue } = charge;
  const isUnderpaid = receivedValue > 0 && (status === 'PENDING' || status === 'EXPIRED');
  const shown = isUnderpaid ? 'UNDERPAID' : status;
  if (refundedValue === 0) return <Status of="charge" status={shown} />;
  return <Status of="charge" status={refundedValue < value ? 'PARTLY_REFUNDED' : 'REFUNDED'} />;
}

const ICONS = {
  paid: 'check',
  pending: 'clock',
  warning: 'alert',
  failed: 'alert',
  quiet: 'info',
} as const satisfies Record<Tone, IconName>;

type BadgeProps = {
  readonly tone: Tone;
  /** Where that of the tone does not say it. */
  readonly icon?: IconName;
  readonly children: string;
};

/** The same look for what is no status: `<Badge tone="warning">...</Badge>`. */
export function Badge({ tone, icon = ICONS[tone], children }: BadgeProps) {
  return (
    <span className={`${styles.status} ${tones[tone]}`}>
      <Icon name={icon} size={14} />
      {children}
    </span>
  );
}
