/** Names that other APIs have for the amount. */
const OTHER_NAMES = [
  'amount',
  'valor',
  'price',
  'total',
  'amountCents',
  'amount_cents',
  'valueCents',
];
const EXAMPLE = '{"value": 5000} is R$ 50,00';

/** What is wrong with the `value` of a new deposit; the message about it is fixed. */
export function valueHint(body: unknown): string {
  if (body === undefined) return `The body is empty: ${EXAMPLE}.`;
  if (Array.isArray(body)) return `The body is a list: send one deposit per request. ${EXAMPLE}.`;
  const fields = body as Readonly<Record<string, unknown>>;
  if (!('value' in fields)) {
    const inCapitals = Object.keys(fields).find((name) => name.toLowerCase() === 'value');
    if (inCapitals) return `The field is \`value\`: names are case-sensitive. ${EXAMPLE}.`;
    const other = OTHER_NAMES.find((name) => name in fields);
    return other
      ? `The field is \`value\`, not \`${other}\`, and in cents: ${EXAMPLE}.`
      : `\`value\` is missing: ${EXAMPLE}.`;
  }
  return `${problemOf(fields.value)}: ${EXAMPLE}.`;
}

function problemOf(value: unknown): string {
  if (typeof value === 'string') return 'It is text, send a number without quotes';
  if (typeof value !== 'number') return 'It is not a number';
  if (!Number.isInteger(value)) return 'It has a fraction, send cents';
  return value < 1 ? 'It is below 1' : 'It is too large to be exact';
}
