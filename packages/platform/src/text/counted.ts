/** `1 cent`, `2 cents`; the noun is given in the singular. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
