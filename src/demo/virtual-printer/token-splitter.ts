/**
 * Splits a stream of bytes, in pieces of any size, at tokens. Calls `onText` with the text between tokens, also in
 * pieces, and `onToken` with each token. `tokens` is a global regular expression over Latin-1 text.
 */
export class TokenSplitter {
  readonly #tokens: RegExp;
  readonly #maxLength: number;
  #rest = "";

  /** `maxLength`: length of the longest token, in characters. */
  constructor(tokens: RegExp, maxLength: number) {
    this.#tokens = tokens;
    this.#maxLength = maxLength;
  }

  split(bytes: Buffer, onText: (text: string) => void, onToken: (token: string) => void): void {
    const text = this.#rest + bytes.toString("latin1");
    let start = 0;
    for (const found of text.matchAll(this.#tokens)) {
      if (found.index > start) onText(text.slice(start, found.index));
      start = found.index + found[0].length;
      onToken(found[0]);
    }
    // The last characters may begin a token.
    const end = Math.max(start, text.length - this.#maxLength + 1);
    if (end > start) onText(text.slice(start, end));
    this.#rest = text.slice(end);
  }

  /** Ends the stream. Returns the rest, which is not a token. */
  end(): string {
    const rest = this.#rest;
    this.#rest = "";
    return rest;
  }
}
