import { randomUUID } from "node:crypto";

const INVENTORY = 3;
/** The items that terminals count. */
export const ITEMS = [111, 112, 113, 114, 115];

/** A count that a terminal has sent, or is to send. */
export interface Operation {
  readonly operationId: string;
  readonly item: number;
  isTaken: boolean;
}

/** A terminal: it sends each count until it has its receipt, keeps what it has sent, and sends it again to a promoted standby. */
export class CountingTerminal {
  readonly sent: Operation[] = [];
  readonly #token: string;
  #history: string | null = null;

  constructor(token: string) {
    this.#token = token;
  }

  /** Counts once. Returns false when the server does not take it now: it is sent again by the next call. */
  async count(url: string): Promise<boolean> {
    const waiting = this.sent.filter(({ isTaken }) => !isTaken);
    if (waiting.length === 0) {
      const item = ITEMS[this.sent.length % ITEMS.length] ?? 0;
      this.sent.push({ operationId: randomUUID(), item, isTaken: false });
    }
    return this.deliver(url);
  }

  /** Sends what has no receipt yet. */
  async deliver(url: string): Promise<boolean> {
    const waiting = this.sent.filter(({ isTaken }) => !isTaken).slice(0, 100);
    if (waiting.length === 0) return true;
    const at = new Date().toISOString();
    const operations = waiting.map(({ operationId, item }) => ({
      ...{ operationId, kind: "add", quantity: 1, itemId: item, at },
    }));
    try {
      const response = await fetch(`${url}/api/inventories/${INVENTORY}/counts`, {
        method: "POST",
        headers: { Authorization: `Bearer ${this.#token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ operations }),
        signal: AbortSignal.timeout(5000),
      });
      const history = response.headers.get("data-history");
      await response.arrayBuffer();
      if (response.status !== 200) return false;
      for (const operation of waiting) operation.isTaken = true;
      this.#follow(history);
      return true;
    } catch {
      return false;
    }
  }

  /** Another history: what was sent before may be missing in it. */
  #follow(history: string | null): void {
    const before = this.#history;
    this.#history = history;
    if (before === null || history === null || before.split(";")[0] === history.split(";")[0]) return;
    for (const operation of this.sent) operation.isTaken = false;
  }
}
