// Packs of articles, such as boxes of 12 pieces. What is stored and sent are always pieces.

/** Packs of an article at most. */
export const MAX_PACKS = 10;
/** Characters of a pack's name. */
export const MAX_PACK_NAME_LENGTH = 30;

/** A pack of an article. */
export interface Pack {
  readonly name: string;
  /** Pieces. */
  readonly quantity: number;
}

/** An entered quantity: so many packs of `pack`, and single pieces. */
interface PackedQuantity {
  readonly pack: Pack | null;
  readonly packs: number;
  readonly pieces: number;
}

/** All pieces of an entered quantity. */
export function piecesOf({ pack, packs, pieces }: PackedQuantity): number {
  return (pack === null ? 0 : packs * pack.quantity) + pieces;
}

/** Pieces as full packs and the rest. */
export function inPacks(pieces: number, pack: Pack): PackedQuantity {
  return { pack, packs: Math.floor(pieces / pack.quantity), pieces: pieces % pack.quantity };
}

/** Pieces after the packs or the single pieces were entered anew; the other number stays as it was shown. */
export function piecesAfter(
  pieces: number,
  pack: Pack,
  entry: Partial<Pick<PackedQuantity, "packs" | "pieces">>,
): number {
  return piecesOf({ ...inPacks(pieces, pack), ...entry });
}

/** Digits typed for each unit, by the pieces of the unit: 1 for single pieces. */
export type TypedUnits = Readonly<Record<number, string>>;

/** All pieces of what was typed; null: nothing. */
export function typedPieces(typed: TypedUnits): number | null {
  const units = Object.entries(typed).filter(([, digits]) => digits !== "");
  if (units.length === 0) return null;
  return units.reduce((sum, [unit, digits]) => sum + Number(unit) * Number(digits), 0);
}
