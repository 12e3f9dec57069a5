/** The requests of one address since the last scheduled turn. */
interface Share {
  begun: number;
  readonly waiting: (() => void)[];
}

/**
 * Spreads the requests of one address over turns of the event loop, so that requests of others are read in between: one packet
 * of thousands of short requests would hold them all up. Requests of an address begin in the order of arrival.
 */
export class RequestTurns {
  readonly #perTurn: number;
  #shares = new Map<string, Share>();
  #isScheduled = false;

  /** `perTurn`: requests of one address that begin in one turn. */
  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /** Calls `begin` now, or in a later turn where the address has used up its share of this one. */
  take(address: string, begin: () => void): void {
    const share = this.#shares.get(address) ?? { begun: 0, waiting: [] };
    this.#shares.set(address, share);
    if (share.begun >= this.#perTurn) {
      share.waiting.push(begin);
      return;
    }
    share.begun++;
    // Until half of a share is used up, it may last for several turns: one for each request would cost a lone client a tenth of
    // its speed.
    if (2 * share.begun >= this.#perTurn) this.#schedule();
    begin();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#nextTurn());
  }

  #nextTurn(): void {
    this.#isScheduled = false;
    const before = this.#shares;
    this.#shares = new Map();
    for (const [address, { waiting }] of before) {
      if (waiting.length === 0) continue;
      const now = waiting.splice(0, this.#perTurn);
      this.#shares.set(address, { begun: now.length, waiting });
      this.#schedule();
      for (const begin of now) begin();
    }
  }
}
