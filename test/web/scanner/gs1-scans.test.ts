import fc from "fast-check";
import { expect, test } from "vitest";
import { checkedGtin } from "../../../src/domain/codes/gtin.ts";
import { gs1Text, piecesOf, scanSteps } from "../../../src/domain/codes/scan-steps.ts";
import { meaningOf } from "../../../src/web/scanner/meaning.ts";

// What a scanner sends of one GS1 code means the same to the server (the text as it is) and to a terminal (the text as its scanner
// page has understood it), whatever the order of the elements.

const GS = "\u001d";
const texts = fc.stringMatching(/^[A-Za-z0-9./-]{1,20}$/);
const digits = fc
  .integer({ min: 1, max: 9_999_999_999_999 })
  .map((number) => String(number).padStart(13, "0"));
const gtins = digits.map((start) => Array.from("0123456789", (end) => start + end).find(checkedGtin) ?? "");
const days = fc.date({ min: new Date("2001-01-01"), max: new Date("2049-12-31"), noInvalidDate: true });
const day6 = days.map((date) => date.toISOString().slice(2, 10).replaceAll("-", ""));

/** Elements with values of a fixed length need no separator. */
const FIXED = new Set(["01", "11", "17"]);
const data = fc
  .record({
    gtin: gtins,
    lot: texts,
    serial: texts,
    made: day6,
    expiry: day6,
    quantity: fc.integer({ min: 1, max: 99_999_999 }),
  })
  .map(({ gtin, lot, serial, made, expiry, quantity }) => ({
    gtin,
    lot,
    serial,
    expiry: `20${expiry.slice(0, 2)}-${expiry.slice(2, 4)}-${expiry.slice(4)}`,
    quantity,
    elements: [
      ["01", gtin],
      ["10", lot],
      ["21", serial],
      ["11", made],
      ["17", expiry],
      ["30", String(quantity)],
    ] as const,
  }));
const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 });
const marks = fc.constantFrom("]C1", "]d2", "]Q3", "]e0", GS, `]C1${GS}`);
const ends = fc.constantFrom("", GS, "\r");

const KEYS = { ending: "Enter", startedAt: 0, endedAt: 50, longestGap: 2, isStray: false } as const;
const CONTEXT = { layout: null, isScannerDoubling: false, isAndroid: false, gs1Of: gs1Text };

test("property: any order of elements with any mark gives the same serial number and quantity on the server and on terminals", () => {
  fc.assert(
    fc.property(data, order, marks, ends, (given, at, mark, end) => {
      const sent = at.map((index) => given.elements[index] ?? given.elements[0]);
      const body = sent
        .map(([ai, value], index) =>
          index === sent.length - 1 || FIXED.has(ai) ? ai + value : ai + value + GS,
        )
        .join("");
      const raw = mark + body + end;
      const { gtin, lot, serial, expiry, quantity } = given;
      const expected = { gtin, lot, serial, expiry, quantity };
      const server = scanSteps(raw.trim());
      expect(server.gs1).toMatchObject(expected);
      const scan = meaningOf({ raw, ...KEYS }, CONTEXT);
      const terminal = scanSteps(scan?.candidates[0] ?? "");
      expect(terminal.gs1).toMatchObject(expected);
      expect(terminal.steps.slice(1)).toEqual(server.steps.slice(1));
      const box = [{ articleId: 1, packQuantity: 12 }];
      expect(piecesOf(terminal.gs1, box)).toBe(piecesOf(server.gs1, box));
      const camera = meaningOf({ raw: mark + body, ...KEYS, ending: "camera" }, CONTEXT);
      expect(scanSteps(camera?.candidates[0] ?? "").gs1).toMatchObject(expected);
    }),
  );
});
