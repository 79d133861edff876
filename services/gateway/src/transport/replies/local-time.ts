/** Writes times as `2026-11-15 09:03:12` in a time zone, which every spreadsheet reads as a time. */
export function localTime(tz: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: tz,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (iso) => {
    const parts = format.formatToParts(new Date(iso));
    const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
    const { year, month, day, hour, minute, second } = part;
    return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  };
}
