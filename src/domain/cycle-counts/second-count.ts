// The second count: a large difference is counted again by another person. The server and the clients import this file.

/** An item asks for a second count where its difference is larger than one of these. Null: no such limit. */
export interface SecondCountLimits {
  /** Pieces. */
  readonly pieces: number | null;
  /** Percent of the recorded pieces; of none, each piece is more. */
  readonly percent: number | null;
  /** Price of the pieces, in the currency of the article. */
  readonly value: number | null;
}
