import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../harness/times.ts";
import { asb, ask, bytes, hostStatus, online, type Type, types } from "./status-replies.ts";

const firstString = hostStatus().subarray(0, hostStatus().indexOf("\n") + 1);

const replies: Record<Type, Buffer> = {
  zpl: hostStatus(),
  escpos: bytes(online, [0]),
  star: asb(),
  tspl: bytes([0]),
};

test.each(["zpl", "star"] as const)("%s: a status reply is found behind garbage, and before it", (type) => {
  const garbage = fc
    .uint8Array({ maxLength: 40 })
    .map((array) => Buffer.from(array.map((byte) => byte | 0x80)));
  fc.assert(
    fc.property(garbage, garbage, (before, after) => {
      const read = ask(type).parse(bytes(before, replies[type], after), "before");
      expect(read).toEqual(ask(type).parse(replies[type], "before"));
    }),
  );
});

test.each(["zpl", "star"] as const)(
  "%s: while a newer reply is incomplete, the older one does not count",
  (type) => {
    const reply = replies[type];
    const whole = type === "zpl" ? reply.length - 2 : reply.length;
    for (let length = 1; length < whole; length += 1) {
      expect(ask(type).parse(bytes(reply, reply.subarray(0, length)), "after")).toBeNull();
    }
  },
);

test.each<[Type, string, Buffer]>([
  ["zpl", "its question", bytes("~HS\r\n")],
  ["zpl", "a label", bytes("^XA^FO1,1^FDA,1^FS^XZ")],
  ["zpl", "strings of another reply", bytes("\x02000,0\x03\r\n\x02000,0\x03\r\n\x021234,0\x03\r\n")],
  ["zpl", "a reply without its second string", bytes(firstString, "\x021234,0\x03\r\n")],
  ["zpl", "a flag that is none", bytes(hostStatus({ b: "7" }))],
  ["escpos", "its questions", bytes("\x1dr\x01\x10\x04\x01\x10\x04\x02\x10\x04\x04")],
  ["escpos", "a receipt", bytes("\x1b@\x1bt\x12code\n\x1dV\x00")],
  ["escpos", "a text", bytes("Ready\r\n")],
  ["escpos", "replies behind a text", bytes("Hello ", online, [0])],
  ["escpos", "a reply that only one of two bits tells", bytes(online, [0x04])],
  ["escpos", "a reply to fewer queries", bytes([0x12, 0x12])],
  ["escpos", "a reply to more queries", bytes(online, [0x12])],
  ["escpos", "zeros", bytes([0, 0, 0, 0])],
  ["star", "its questions", bytes("\x17\x1b\x06\x01")],
  ["star", "a header that counts too few", bytes([0x05, 0x02, 0, 0, 0, 0, 0, 0, 0])],
  ["star", "zeros behind a header", bytes([0x23, 0, 0, 0, 0, 0, 0, 0, 0])],
  ["star", "a status with a wrong bit", bytes([0x23, 0x06, 0x10, 0, 0, 0, 0, 0, 0])],
  ["star", "a status with a wrong counter", bytes([0x23, 0x06, 0, 0, 0, 0, 0, 0x01, 0])],
  ["tspl", "its question", bytes("\x1b!?")],
  ["tspl", "a text", bytes("OK\r\n")],
  ["tspl", "a reply behind a text", bytes("OK", [0])],
  ["tspl", "errors that exclude each other", bytes([0x06])],
  ["tspl", "printing and paused", bytes([0x30])],
])("%s: %s is not a reply", (type, _, received) => {
  const question = ask(type);
  expect([question.parse(received, "before"), question.parse(received, "after")]).toEqual([null, null]);
});

test("escpos: a reply to the query after a job does not count before it", () => {
  expect(ask("escpos").parse(bytes([0], online), "before")).toBeNull();
});

/** Bytes that resemble replies: whole ones, truncated ones, single bytes of them, any others. */
const noise = fc
  .array(
    fc.oneof(
      fc.constantFrom(...Object.values(replies), asb([], 2), bytes([0x10, 0, 0, 0]), bytes("~HS\r\n")),
      fc
        .constantFrom(...Object.values(replies))
        .chain((reply) => fc.nat(reply.length).map((length) => reply.subarray(0, length))),
      fc
        .constantFrom(0x00, 0x02, 0x03, 0x06, 0x10, 0x12, 0x20, 0x23, 0x30, 0x2c)
        .map((byte) => bytes([byte])),
      fc.uint8Array({ maxLength: 6 }).map((array) => Buffer.from(array)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.concat(parts));

/** Whether the bytes contain such a whole reply, found without the decoder. */
const saysDone: Record<Type, (received: Buffer) => boolean> = {
  zpl: (received) => {
    const strings = received.toString("latin1").split("\x02").slice(-3);
    return strings.length === 3 && strings.every((string) => string.includes("\x03"));
  },
  escpos: (received) =>
    received.every((byte) => byte < 0x80) &&
    received.some((byte) => byte >= 0x10 && byte % 4 === 2) &&
    received.some((byte) => [0x00, 0x03].includes(byte & 0x1f)),
  star: (received) =>
    received.some((byte, at) => {
      const next = received.subarray(at + 1, at + 8);
      return byte % 2 === 1 && next.length === 7 && next.every((other) => other % 2 === 0);
    }),
  tspl: () => false,
};

test.each(types)("%s: whatever bytes come, done is the result of a whole reply", (type) => {
  fc.assert(
    fc.property(noise, noise, (before, after) => {
      const question = ask(type);
      question.parse(before, "before");
      const read = question.parse(after, "after");
      if (read?.condition === "ready" && read.isEmpty) {
        expect(saysDone[type](after)).toBe(true);
      }
    }),
    { numRuns: times(2000) },
  );
});

test.each(["escpos", "star"] as const)("%s: replies from before the job never report it as done", (type) => {
  const reply = { escpos: bytes(online), star: asb([0x02], 0x24) }[type];
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4 * reply.length }), (length) => {
      const question = ask(type);
      question.parse(reply, "before");
      const late = Buffer.concat([reply, reply, reply, reply]).subarray(0, length);
      expect(question.parse(late, "after")?.isEmpty ?? false).toBe(false);
    }),
  );
});
