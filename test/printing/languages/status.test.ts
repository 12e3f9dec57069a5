import { describe, expect, test } from "vitest";
import { createStatusQuery } from "../../../src/printing/languages/registry.ts";
import { asb, ask, bytes, hostStatus, online, type Type } from "./status-replies.ts";

const ready = { condition: "ready", isEmpty: true };
const busy = { condition: "busy", isEmpty: false };
const unknown = (condition: string) => ({ condition, isEmpty: null });
const notEmpty = (condition: string) => ({ condition, isEmpty: false });
/** ZPL also reports the remaining labels. */
const left = (remaining: number, reply: object) => ({ ...reply, remaining });

test("EPL has no status query", () => {
  expect(createStatusQuery("epl")).toBeNull();
});

test.each([
  ["zpl", "~HS\r\n", "~HS\r\n"],
  ["escpos", "\x10\x04\x01\x10\x04\x02\x10\x04\x04", "\x1dr\x01\x10\x04\x01\x10\x04\x02\x10\x04\x04"],
  ["star", "\x1b\x06\x01", "\x17\x1b\x06\x01"],
  ["tspl", "\x1b!?", "\x1b!?"],
] as const)("%s queries with the bytes of its manual", (type, before, after) => {
  expect([ask(type).beforeJob, ask(type).afterJob]).toEqual([bytes(before), bytes(after)]);
});

describe("a reply before the job", () => {
  const cases: [Type, string, Buffer, object][] = [
    ["zpl", "nothing to do", hostStatus(), left(0, ready)],
    ["zpl", "no paper", hostStatus({ b: "1" }), left(0, unknown("paperOut"))],
    ["zpl", "no ribbon", hostStatus({ p: "1" }), left(0, unknown("paperOut"))],
    [
      "zpl",
      "head up, and so no paper and a pause",
      hostStatus({ o: "1", b: "1", c: "1" }),
      left(0, unknown("headOpen")),
    ],
    ["zpl", "a pause in a batch", hostStatus({ c: "1", u: "00000003" }), left(3, notEmpty("paused"))],
    ["zpl", "diagnostic mode", hostStatus({ g: "1" }), left(0, unknown("paused"))],
    ["zpl", "a hot head", hostStatus({ l: "1" }), left(0, unknown("busy"))],
    ["zpl", "a cold head", hostStatus({ k: "1" }), left(0, unknown("busy"))],
    ["zpl", "a format to come", hostStatus({ eee: "001" }), left(1, busy)],
    ["zpl", "a format in part", hostStatus({ h: "1" }), left(1, busy)],
    ["zpl", "a full buffer", hostStatus({ f: "1" }), left(1, busy)],
    ["zpl", "labels to come", hostStatus({ u: "00000499" }), left(499, busy)],
    ["zpl", "the last label waits to be taken off", hostStatus({ t: "1" }), left(0, ready)],
    ["escpos", "online", bytes(online), unknown("ready")],
    ["escpos", "the drawer's pin, and paper near its end", bytes([0x16, 0x12, 0x1e]), unknown("ready")],
    ["escpos", "cover open", bytes([0x1a, 0x16, 0x12]), unknown("headOpen")],
    ["escpos", "cover open and so no paper", bytes([0x1a, 0x36, 0x7e]), unknown("headOpen")],
    ["escpos", "stopped without paper", bytes([0x1a, 0x32, 0x12]), unknown("paperOut")],
    ["escpos", "no paper, not yet stopped", bytes([0x12, 0x12, 0x72]), unknown("paperOut")],
    ["escpos", "an error", bytes([0x1a, 0x52, 0x12]), unknown("paused")],
    ["escpos", "offline without a reason", bytes([0x1a, 0x12, 0x12]), unknown("paused")],
    ["escpos", "feeding by the button", bytes([0x1a, 0x1a, 0x12]), unknown("busy")],
    ["star", "online", asb(), unknown("ready")],
    ["star", "of the first version", bytes([0x0f, 0x02, 0, 0, 0, 0, 0]), unknown("ready")],
    ["star", "of fifteen bytes", bytes([0x2f, 0x06], Buffer.alloc(13)), unknown("ready")],
    ["star", "paper near its end", asb([0, 0, 0, 0x04]), unknown("ready")],
    ["star", "with a length behind it", bytes([0x23, 0x86, 0, 0, 0, 0, 0, 0, 0], [0, 0]), unknown("ready")],
    ["star", "cover open and so no paper", asb([0x28, 0, 0, 0x0c]), unknown("headOpen")],
    ["star", "head up", asb([0x08, 0, 0x02]), unknown("headOpen")],
    ["star", "no paper", asb([0x08, 0, 0, 0x0c]), unknown("paperOut")],
    ["star", "a jammed cutter", asb([0x08, 0x08]), unknown("paused")],
    ["star", "a mechanical error", asb([0x08, 0x04]), unknown("paused")],
    ["star", "an error that stays", asb([0x08, 0x20]), unknown("paused")],
    ["star", "a hot head", asb([0x08, 0x40]), unknown("busy")],
    ["star", "offline without a reason", asb([0x08]), unknown("paused")],
    ["tspl", "ready", bytes([0x00]), unknown("ready")],
    ["tspl", "head open", bytes([0x01]), unknown("headOpen")],
    ["tspl", "cover open", bytes([0x40]), unknown("headOpen")],
    ["tspl", "a jam", bytes([0x02]), unknown("paused")],
    ["tspl", "a jam and head open", bytes([0x03]), unknown("headOpen")],
    ["tspl", "no paper", bytes([0x04]), unknown("paperOut")],
    ["tspl", "no paper and a pause", bytes([0x14]), unknown("paperOut")],
    ["tspl", "no ribbon", bytes([0x08]), unknown("paperOut")],
    ["tspl", "no ribbon, no paper, head open", bytes([0x0d]), unknown("headOpen")],
    ["tspl", "a pause", bytes([0x10]), unknown("paused")],
    ["tspl", "printing", bytes([0x20]), busy],
    ["tspl", "another error", bytes([0x80]), unknown("paused")],
  ];

  test.each(cases)("%s: %s", (type, _, received, reply) => {
    expect(ask(type).parse(received, "before")).toEqual(reply);
  });

  test.each(cases)("%s: %s, in chunks: no incomplete reply counts", (type, _, received, reply) => {
    // A ZPL reply is complete with its last ETX, and a Star one whose second byte is 0x86 without its last two bytes.
    const whole = {
      zpl: received.length - 2,
      escpos: 3,
      star: received.length - (received[1] === 0x86 ? 2 : 0),
      tspl: 1,
    };
    for (let length = 0; length <= received.length; length += 1) {
      const read = ask(type).parse(received.subarray(0, length), "before");
      expect([length, read]).toEqual([length, length < whole[type] ? null : reply]);
    }
  });
});

describe("a reply after the job", () => {
  test.each<[Type, string, Buffer, object | null]>([
    ["zpl", "all printed", hostStatus(), left(0, ready)],
    ["zpl", "labels to come", hostStatus({ u: "00000001" }), left(1, busy)],
    ["zpl", "no paper: the last label may come again", hostStatus({ b: "1" }), left(0, unknown("paperOut"))],
    [
      "zpl",
      "no paper, and labels to come",
      hostStatus({ b: "1", eee: "002" }),
      left(2, notEmpty("paperOut")),
    ],
    ["escpos", "not got to it yet", bytes(online), notEmpty("ready")],
    ["escpos", "not got to it yet, asked twice", bytes(online, online), notEmpty("ready")],
    ["escpos", "stopped without paper", bytes([0x1a, 0x32, 0x72]), notEmpty("paperOut")],
    ["escpos", "cover opened meanwhile", bytes([0x1a, 0x16, 0x12]), notEmpty("headOpen")],
    ["escpos", "done", bytes(online, [0x00]), ready],
    ["escpos", "done, paper near its end, reply first", bytes([0x03], online), ready],
    ["escpos", "done, between the others", bytes([0x12, 0x00, 0x12, 0x12]), ready],
    [
      "escpos",
      "done after the roll was changed",
      bytes([0x1a, 0x32, 0x72], [0x00], [0x1a, 0x32, 0x72]),
      ready,
    ],
    ["escpos", "went on without paper", bytes(online, [0x0f]), unknown("paperOut")],
    [
      "escpos",
      "done, among blocks and flow control",
      bytes([0x11, 0x14, 0, 0, 0x0f, 0x13], online, [0]),
      ready,
    ],
    ["escpos", "only a block of automatic status", bytes([0x10, 0, 0, 0]), null],
    ["escpos", "a block between the other replies", bytes(online, [0x10, 0, 0, 0]), notEmpty("ready")],
    ["escpos", "a block in part", bytes(online, [0x10, 0, 0]), notEmpty("ready")],
    ["escpos", "a lone zero", bytes([0x00]), null],
    ["tspl", "no further status", bytes([0x00]), unknown("ready")],
    ["tspl", "printing", bytes([0x20]), busy],
    ["tspl", "printed meanwhile", bytes([0x20, 0x00]), unknown("ready")],
    ["tspl", "no paper", bytes([0x04]), unknown("paperOut")],
  ])("%s: %s", (type, _, received, reply) => {
    expect(ask(type).parse(received, "after")).toEqual(reply);
  });

  test.each<[string, number, Buffer, object | null]>([
    ["the counter did not move", 0x02, asb([], 0x02), notEmpty("ready")],
    ["the bit of an earlier job", 0x02, asb([0x02], 0x02), notEmpty("ready")],
    ["the counter moved", 0x02, asb([0x02], 0x04), ready],
    ["the counter moved, asked again", 0x02, asb([], 0x08), ready],
    ["the counter began anew", 0x6e, asb([], 0x00), ready],
    ["no paper", 0x02, asb([0x08, 0, 0, 0x0c], 0x02), notEmpty("paperOut")],
    [
      "no paper after the last label",
      0x02,
      asb([0x08, 0, 0, 0x0c], 0x04),
      { condition: "paperOut", isEmpty: true },
    ],
    ["late replies to the query, then the one", 0, bytes(asb([], 0), asb([], 0), asb([], 2)), ready],
    ["of a model that does not count", 0x02, bytes([0x0f, 0x02, 0x02, 0, 0, 0, 0]), unknown("ready")],
  ])("star: %s", (_, before, received, reply) => {
    const question = ask("star");
    question.parse(asb([], before), "before");
    expect(question.parse(received, "after")).toEqual(reply);
  });

  test("star: without a reply before the job the counter is unknown", () => {
    expect(ask("star").parse(asb([], 0x04), "after")).toEqual(unknown("ready"));
  });

  test("star: one connection's counter does not count for another", () => {
    const [one, other] = [ask("star"), ask("star")];
    one.parse(asb([], 2), "before");
    other.parse(asb([], 4), "before");
    expect([one, other].map((question) => question.parse(asb([], 4), "after"))).toEqual([
      ready,
      notEmpty("ready"),
    ]);
  });
});
