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
export interface PackedQuantity {
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
