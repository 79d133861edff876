import { InvalidArgumentError, Option } from 'commander';

const WHOLE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** A time with its zone; a year alone would be a time to Date, too. */
function timeIn(text: string): Date {
  const time = new Date(WHOLE_TIME.test(text) ? text : Number.NaN);
  if (!Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('It must be a time such as 2026-11-15T00:00:00Z.');
}

export function timeOption(name: string, about: string): Option {
  return new Option(`${name} <time>`, about).argParser(timeIn);
}
