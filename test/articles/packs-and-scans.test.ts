import fc from "fast-check";
import { expect, test } from "vitest";
import { checkedGtin } from "../../src/domain/codes/gtin.ts";
import { piecesOf, scanSteps } from "../../src/domain/codes/scan-steps.ts";
import { storedKey } from "../../src/domain/codes/stored-key.ts";
import { MAX_PIECES, quantityAfter } from "../../src/domain/counting/fold.ts";
import { typedPieces } from "../../src/domain/packs.ts";

const GTIN = "04006381333931";
const PLAIN = "BOX-A";
const GS = "\u001d";
const small = fc.integer({ min: 1, max: 5000 });
const packSizes = fc.record({ gtin: small, plain: small });
const forms = fc.constantFrom("brackets", "marked", "link");

/** A step of a count: a scan of one of two codes with pieces per scan, or a typed number of packs and pieces. */
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("plain" as const) }),
    fc.record({ kind: fc.constant("gtin" as const), form: forms }),
    fc.record({ kind: fc.constant("pieces" as const), form: forms, count: small }),
    fc.record({ kind: fc.constant("packs" as const), form: forms, count: small }),
    fc.record({ kind: fc.constant("typed" as const), size: small, packs: fc.nat(999), single: fc.nat(999) }),
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
    for (let pack = 0; pack < step.packs; pack += 1) sum += step.size;
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
        // A pack of one piece is the unit of single pieces.
        const typed =
          step.kind === "typed"
            ? typedPieces(
                step.size === 1
                  ? { 1: String(step.single + step.packs) }
                  : { 1: String(step.single), [step.size]: String(step.packs) },
              )
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
