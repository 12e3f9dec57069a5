/** Reads a list in the text of a cell from left to right, in linear time. */
export class ListCursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The next characters for which the condition holds. */
  take(condition: (character: string) => boolean): string {
    const start = this.#at;
    while (!this.isAtEnd && condition(this.#text.charAt(this.#at))) this.#at++;
    return this.#text.slice(start, this.#at);
  }

  /** The characters up to one of these or the end. */
  until(characters: string): string {
    return this.take((character) => !characters.includes(character));
  }

  /** Skips white space. Returns whether a line ended in it. */
  skipSpace(): boolean {
    return this.take((character) => /\s/.test(character)).includes("\n");
  }

  /** Skips this character, if it is the next one. */
  skip(character: string): boolean {
    if (this.#text.charAt(this.#at) !== character) return false;
    this.#at++;
    return true;
  }

  /** The content of quotes, where two are one; null: there are none, or no end, and nothing is skipped. */
  quoted(): string | null {
    if (this.#text.charAt(this.#at) !== '"') return null;
    let content = "";
    for (let start = this.#at + 1; ; ) {
      const end = this.#text.indexOf('"', start);
      if (end === -1) return null;
      content += this.#text.slice(start, end);
      if (this.#text.charAt(end + 1) !== '"') {
        this.#at = end + 1;
        return content;
      }
      content += '"';
      start = end + 2;
    }
  }

  /** What `read` gives; null: nothing, and nothing is skipped. */
  attempt<T>(read: () => T | null): T | null {
    const start = this.#at;
    const found = read();
    if (found === null) this.#at = start;
    return found;
  }
}
