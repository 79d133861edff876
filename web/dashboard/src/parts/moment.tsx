import { useFormats } from '../words/use-words.tsx';

type Props = {
  /** ISO 8601; null is shown as a dash. */
  readonly at: string | null | undefined;
  readonly form?: 'moment' | 'day' | 'time' | 'ago';
};

/** A time in the browser's zone; its title has seconds and the zone: `<Moment at={charge.createdAt} />`. */
export function Moment({ at, form = 'moment' }: Props) {
  const formats = useFormats();
  if (!at) return <span>—</span>;
  const text = form === 'ago' ? formats.ago(at, Date.now()) : formats[form](at);
  return (
    <time dateTime={at} title={formats.exact(at)}>
      {text}
    </time>
  );
}
