import { fold } from "../text-folding.ts";
import { codeKey, identityOf, normalisedCode } from "./code-key.ts";
import { type Epc, readEpc } from "./epc.ts";
import { type Gs1Data, gs1Of, guessAsset, guessGs1, readGs1 } from "./gs1.ts";
import { checkedGtin, gtinForms } from "./gtin.ts";
import { gtinKey } from "./stored-key.ts";

// How a scanned text finds an article. One rule for the server and for terminals without a connection. Clients import it dynamically:
// the parser of GS1 data comes with it.

/** The GS1 data of a text, in brackets; null: none. */
export const gs1Text = (text: string): string | null => readGs1(text)?.text ?? null;

/** A scanned code as an article gets it. */
export const codeToAdd = (text: string): string => normalisedCode(text).code;

/** What is compared: the article's own code, an additional code, the serial number, the RFID tag. */
export type LookUpField = "code" | "additional" | "serial" | "rfId";

/** One look-up. `isProduct`: a GTIN, which pieces with different serial numbers share. `isPart`: the serial number of a code alone. */
export interface LookUp {
  readonly field: LookUpField;
  /** The own code as it is; else the key, or the folded text. */
  readonly text: string;
  readonly isProduct?: boolean;
  readonly isPart?: boolean;
  /** Finds nothing unless one of these finds an article. */
  readonly onlyWith?: readonly LookUp[];
}

/** The look-ups of a scanned text. */
interface ScanSteps {
  /** The first step that finds an article decides. Several articles of one step: the code does not tell which. */
  readonly steps: readonly (readonly LookUp[])[];
  readonly gs1: Gs1Data | null;
}

/** The look-ups of a scanned text, the most exact first. */
export function scanSteps(text: string): ScanSteps {
  const epc = readEpc(text);
  if (epc !== null) return stepsOfTag(text, epc);
  const folded = fold(text);
  const gtin = checkedGtin(text);
  const gs1 = readGs1(text);
  const plain: LookUp[][] = [
    [{ field: "code", text }],
    [{ field: "additional", text: codeKey(text) }, ...(gtin === null ? [] : ownForms(gtin, false))],
    [{ field: "serial", text: folded }],
    [{ field: "rfId", text: folded }],
  ];
  if (gs1 !== null) return { steps: [...plain.slice(0, 1), ...stepsOfGs1(gs1)], gs1 };
  const guessed = guessGs1(text);
  return {
    steps: [...plain, ...(guessed === null ? stepsOfAsset(text) : stepsOfGs1(guessed))],
    gs1: guessed,
  };
}

/** An asset without a mark is only what an article has as such a code. Any number may begin so. */
function stepsOfAsset(text: string): LookUp[][] {
  const asset = guessAsset(text);
  return asset === null ? [] : [[{ field: "additional", text: fold(`(8004)${asset}`) }]];
}

/**
 * An RFID tag: the article with its EPC, in any form, else with what the EPC stands for. The serial number alone finds nothing unless
 * the product is known: tags of goods that are not the tenant's are read too, and their serial numbers may be small.
 */
function stepsOfTag(text: string, { text: normal, otherForms, elements }: Epc): ScanSteps {
  const forms = [...new Set([text.trim(), normal, ...otherForms].map(fold))];
  const ofTag = gs1Of(elements);
  // Such a code can have only hexadecimal digits, and as many as a tag.
  const gs1 = ofTag ?? guessGs1(text);
  const all = (field: LookUpField): LookUp[] => forms.map((form) => ({ field, text: form }));
  const plain: LookUp[][] = [
    [
      { field: "code", text },
      { field: "code", text: normal },
    ],
    all("additional"),
    all("serial"),
    all("rfId"),
  ];
  return { steps: [...plain, ...(gs1 === null ? stepsOfAsset(text) : stepsOfGs1(gs1, ofTag !== null))], gs1 };
}

/** A GTIN may be an article's own code, in any of its lengths. */
const ownForms = (gtin: string, isProduct: boolean): LookUp[] =>
  gtinForms(gtin).map((text) => ({ field: "code", text, isProduct }));

function stepsOfGs1(data: Gs1Data, isTag = false): LookUp[][] {
  const { gtin, serial, sscc } = data;
  const identity = identityOf(data);
  const steps: LookUp[][] = [];
  const exact = [identity, sscc === null ? null : `(00)${sscc}`].filter((key) => key !== null);
  if (identity !== null && (gtin === null || identity !== gtinKey(gtin)))
    steps.push(exact.map((key) => ({ field: "additional", text: fold(key) })));
  for (const asset of [data.individualAsset, data.returnableAsset])
    if (asset !== null) steps.push(anyField(asset));
  const product: LookUp[] =
    gtin === null
      ? []
      : [{ field: "additional", text: gtinKey(gtin), isProduct: true }, ...ownForms(gtin, true)];
  // Both in one step: a serial number is unique only among the pieces of its maker.
  if (serial !== null) {
    const pieces = anyField(serial)
      .slice(1)
      .map((one) => ({ ...one, isPart: true }));
    steps.push([...pieces.map((one) => (isTag ? { ...one, onlyWith: product } : one)), ...product]);
  }
  if (product.length > 0) steps.push(product);
  return steps;
}

const anyField = (text: string): LookUp[] => [
  { field: "code", text },
  { field: "additional", text: fold(text) },
  { field: "serial", text: fold(text) },
];

/** Whether an article found by its GTIN is another piece: it has a serial number, and the code has a different one. */
export function isOtherPiece(serialNumber: string | null, { serial }: Pick<Gs1Data, "serial">): boolean {
  return serialNumber !== null && serial !== null && fold(serialNumber) !== fold(serial);
}

/** What a look-up has found. */
export interface Match {
  readonly articleId: number;
  /** Of the code that was found; null: one piece. */
  readonly packQuantity: number | null;
}

/**
 * The pieces that a scan means: the quantity of the code, times the pieces of a pack where it counts packs. `found`: by the step that
 * decides. Of several articles it is not known whose pack is meant.
 */
export function piecesOf(gs1: Gs1Data | null, found: readonly Match[]): number {
  const isOne = found.every(({ articleId }) => articleId === found[0]?.articleId);
  const match = isOne ? found.find(({ packQuantity }) => packQuantity !== null) : undefined;
  const pack = match?.packQuantity ?? 1;
  if (gs1 === null || gs1.quantity === null) return pack;
  return gs1.isInPacks ? gs1.quantity * pack : gs1.quantity;
}
