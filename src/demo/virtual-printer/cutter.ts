/**
 * Cuts a stream of bytes, which comes in pieces, at tokens (`tokens`: a global expression over Latin-1 text). Gives the
 * text between them to `onText` (in pieces too) and each token to `onToken`.
 */
export class Cutter {
  readonly #tokens: RegExp;
  readonly #longest: number;
  #rest = "";

  /** `longest`: of all tokens, in characters. */
  constructor(tokens: RegExp, longest: number) {
    this.#tokens = tokens;
    this.#longest = longest;
  }

  cut(bytes: Buffer, onText: (text: string) => void, onToken: (token: string) => void): void {
    const text = this.#rest + bytes.toString("latin1");
    let start = 0;
    for (const found of text.matchAll(this.#tokens)) {
      if (found.index > start) onText(text.slice(start, found.index));
      start = found.index + found[0].length;
      onToken(found[0]);
    }
    // The last characters may be the beginning of a token.
    const end = Math.max(start, text.length - this.#longest + 1);
    if (end > start) onText(text.slice(start, end));
    this.#rest = text.slice(end);
  }

  /** The text that may have become a token, and did not. */
  end(): string {
    const rest = this.#rest;
    this.#rest = "";
    return rest;
  }
}
