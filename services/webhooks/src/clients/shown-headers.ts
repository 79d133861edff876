const HEADERS_MAX = 20;
const LINE_LENGTH_MAX = 256;
const MASK = '********';
/** Headers whose value may let someone act for the receiver or its users. */
const SECRET = /cookie|auth|token|secret|password|session|signature|credential|api-?key/;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Headers of a response as lines to be stored and shown: the first ones, cut, and without secrets. */
export function shownHeaders(headers: Headers): readonly string[] {
  const lines: string[] = [];
  for (const [name, values = []] of Object.entries(headers)) {
    for (const value of [values].flat()) {
      if (lines.length === HEADERS_MAX) return lines;
      const shown = SECRET.test(name.toLowerCase()) ? MASK : value;
      lines.push(printable(`${name}: ${shown}`.slice(0, LINE_LENGTH_MAX)));
    }
  }
  return lines;
}

/** Cutting may split a character, and a receiver may send any byte; neither can be stored as it is. */
function printable(line: string): string {
  return line.toWellFormed().replace(/\p{Cc}/gu, '\ufffd');
}
