/** Of cents: `R$ 1.234,56`, digit by digit, as no float can be wrong then. */
export function money(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3}){1,5}$)/g, '.');
  return `${cents < 0 ? '-' : ''}R$ ${whole},${digits.slice(-2)}`;
}
