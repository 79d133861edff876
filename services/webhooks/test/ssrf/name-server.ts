import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

export type NameServer = AsyncDisposable & {
  /** `address:port`. */
  readonly address: string;
  /** What a name means from now on; called anew for each question. */
  answer(name: string, addresses: () => readonly string[]): void;
};

const A = 1;
const AAAA = 28;
const NAME_POINTER = 0xc00c;
const HEADER_BYTES = 12;

/** A DNS server of the test's own, for names that change their meaning. */
export async function startNameServer(): Promise<NameServer> {
  const names = new Map<string, () => readonly string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (question, { address, port }) => {
    const { name, type, end } = parseQuestion(question);
    const known = names.get(name);
    const wanted = (known?.() ?? [])
      .map((text) => ipaddr.parse(text))
      .filter((parsed) => parsed.kind() === (type === A ? 'ipv4' : 'ipv6'));
    const answers = type === A || type === AAAA ? wanted.map((ip) => record(type, ip)) : [];
    const header = Buffer.from(question.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(answers.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(
      Buffer.concat([header, question.subarray(HEADER_BYTES, end), ...answers]),
      port,
      address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    answer: (name, addresses) => void names.set(name, addresses),
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function parseQuestion(message: Buffer) {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('ascii', at + 1, at + 1 + length).toLowerCase());
    at += length + 1;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function record(type: number, ip: ipaddr.IPv4 | ipaddr.IPv6): Buffer {
  const bytes = Buffer.from(ip.toByteArray());
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt16BE(NAME_POINTER, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}
