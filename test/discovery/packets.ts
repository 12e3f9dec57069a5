import { createRequire } from "node:module";

/** The parts of a DNS message that the tests read. */
export interface Message {
  readonly id: number;
  readonly rcode: string;
  readonly questions: readonly object[];
  readonly answers: readonly { type: string; data: unknown; ttl: number; flush: boolean }[];
}

// The codec of multicast-dns, which exports no types.
const codec: { decode(bytes: Buffer): Message; encode(message: object): Buffer } = createRequire(
  createRequire(import.meta.url).resolve("multicast-dns"),
)("dns-packet");

/** A query of one question, as hexadecimal digits. */
export function query(id: number, name: string, type: string): string {
  return codec.encode({ type: "query", id, questions: [{ name, type }] }).toString("hex");
}

/** Reads a message. */
export function responseTo(hex: string): Message {
  return codec.decode(Buffer.from(hex, "hex"));
}

/** A message's number. */
export const idOf = (hex: string) => Number.parseInt(hex.slice(0, 4), 16);

/** The addresses in the answers of a message. */
export function addressesIn({ answers }: Message) {
  return answers.filter(({ type }) => type === "A").map(({ data, ttl, flush }) => ({ data, ttl, flush }));
}
