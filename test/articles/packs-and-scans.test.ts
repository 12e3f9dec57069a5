import fc from "fast-check";
import { expect, test } from "vitest";
import { checkedGtin } from "../../src/domain/codes/gtin.ts";
import { piecesOf, scanSteps } from "../../src/domain/codes/scan-steps.ts";
import { storedKey } from "../../src/domain/codes/stored-key.ts";
import { MAX_PIECES, quantityAfter } from "../../src/domain/counting/fold.ts";
import { inPacks, MAX_PACKS, type Pack, piecesAfter, typedPieces } from "../../src/domain/packs.ts";

const GTIN = "04006381333931";
const PLAIN = "BOX-A";
const GS = "\u001d";
const small = fc.integer({ min: 1, max: 5000 });
const packSizes = fc.record({ gtin: small, plain: small });
const forms = fc.constantFrom("brackets", "marked", "link");

/** Packs of an article with their typed numbers. Of several packs with one size the terminal offers the first. */
const typedPacks = fc.uniqueArray(
  fc.record({ size: fc.integer({ min: 2, max: 5000 }), count: fc.nat(999) }),
  {
    selector: ({ size }) => size,
    maxLength: MAX_PACKS,
  },
);

/** A step of a count: a scan of one of two codes with pieces per scan, or typed numbers of packs and pieces. */
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("plain" as const) }),
    fc.record({ kind: fc.constant("gtin" as const), form: forms }),
    fc.record({ kind: fc.constant("pieces" as const), form: forms, count: small }),
    fc.record({ kind: fc.constant("packs" as const), form: forms, count: small }),
    fc.record({ kind: fc.constant("typed" as const), packs: typedPacks, single: fc.nat(999) }),
  ),
  { maxLength: 40 },
);
type Step = (typeof steps extends fc.Arbitrary<infer T> ? T : never)[number];
type Sizes = { readonly gtin: number; readonly plain: number };

const encode = (form: string, ai: string, quantity: number | null) => {
  const [first, second] = ai === "37" ? ["02", "37"] : ["01", ai];
  if (form === "link") return `https://x.example/01/${GTIN}${quantity === null ? "" : `?${ai}=${quantity}`}`;
  if (form === "brackets") return `(${first})${GTIN}${quantity === null ? "" : `(${second})${quantity}`}`;
  return `]C1${first}${GTIN}${quantity === null ? "" : `${second}${quantity}${GS}`}`;
};

const textOf = (step: Exclude<Step, { kind: "typed" }>) => {
  if (step.kind === "plain") return PLAIN;
  if (step.kind === "gtin") return encode(step.form, "30", null);
  return encode(step.form, step.kind === "pieces" ? "30" : "37", step.count);
};

/** The pieces of a scan, by the pack of the first code that its steps find. */
function scanned(text: string, packs: ReadonlyMap<string, number>): number {
  const { steps: lookUps, gs1 } = scanSteps(text);
  const found = lookUps.flat().find((one) => one.field === "additional" && packs.has(one.text));
  expect(found, text).toBeDefined();
  return piecesOf(gs1, [{ articleId: 1, packQuantity: packs.get(found?.text ?? "") ?? null }]);
}

/** The pieces after a step, counted by hand. */
function naive(before: number, step: Step, sizes: Sizes): number {
  if (step.kind === "typed") {
    let sum = step.single;
    for (const { size, count } of step.packs) for (let pack = 0; pack < count; pack += 1) sum += size;
    return sum;
  }
  if (step.kind === "plain") return before + sizes.plain;
  if (step.kind === "gtin") return before + sizes.gtin;
  return before + (step.kind === "pieces" ? step.count : step.count * sizes.gtin);
}

test("property: pack codes, GS1 quantities and typed packs in any order come to the pieces of a naive model", () => {
  expect(checkedGtin(GTIN)).not.toBeNull();
  fc.assert(
    fc.property(steps, packSizes, (all, sizes) => {
      const packs = new Map([
        [storedKey(GTIN), sizes.gtin],
        [storedKey(PLAIN), sizes.plain],
      ]);
      let model = 0;
      let pieces: number | null = null;
      for (const step of all) {
        model = Math.min(MAX_PIECES, naive(model, step, sizes));
        const typed =
          step.kind === "typed"
            ? typedPieces({
                1: String(step.single),
                ...Object.fromEntries(step.packs.map(({ size, count }) => [size, String(count)])),
              })
            : null;
        pieces =
          step.kind === "typed"
            ? quantityAfter(pieces, { kind: "set", quantity: typed })
            : quantityAfter(pieces, { kind: "add", quantity: scanned(textOf(step), packs) });
        expect(pieces).toBe(model);
      }
    }),
  );
});

/** Full packs and the rest, counted by hand. */
function naiveShown(pieces: number, { quantity }: Pack) {
  let [packs, single] = [0, pieces];
  for (; single >= quantity; single -= quantity) packs += 1;
  return { packs, single };
}

test("property: numbers of packs and pieces entered in any order, as in the console and for a move, come to a naive sum", () => {
  const size = fc.integer({ min: 2, max: 5000 });
  const packs = fc.array(
    size.map((quantity): Pack => ({ name: "Box", quantity })),
    { minLength: 1, maxLength: MAX_PACKS },
  );
  const entry = fc.record({
    at: fc.nat(MAX_PACKS),
    field: fc.constantFrom("packs", "pieces"),
    to: fc.nat(999),
  });
  fc.assert(
    fc.property(packs, fc.nat(99_999), fc.array(entry, { maxLength: 30 }), (all, first, entries) => {
      let pieces = first;
      for (const { at, field, to } of entries) {
        const pack = all[at % all.length] ?? { name: "Box", quantity: 2 };
        const shown = naiveShown(pieces, pack);
        expect(inPacks(pieces, pack)).toMatchObject({ packs: shown.packs, pieces: shown.single });
        let model = field === "pieces" ? to : shown.single;
        for (let box = 0; box < (field === "packs" ? to : shown.packs); box += 1) model += pack.quantity;
        pieces = piecesAfter(pieces, pack, { [field]: to });
        expect(pieces).toBe(model);
      }
    }),
  );
});
