import type { ServerResponse } from "node:http";
import type Koa from "koa";
import type { RequestLimits } from "../../platform/limits.ts";
import { type Budget, type BudgetShare, makeBudget, sendingTooMuch } from "../limits/budget.ts";

/** Smaller bodies are not counted: a connection sends one at a time. */
const MIN_COUNTED_BYTES = 16 * 1024;

/** A response that is being sent, with its memory. */
interface OpenResponse {
  readonly response: ServerResponse;
  readonly address: string;
  readonly bytes: number;
  readonly share: BudgetShare;
}

/** The limits that all responses share. */
export interface ResponseLimits {
  readonly memory: ResponseMemory;
  readonly streams: Budget;
}

/** Creates the limits of all responses. */
export function makeResponseLimits({
  responseBytes,
  compressedStreams,
}: Pick<RequestLimits, "responseBytes" | "compressedStreams">): ResponseLimits {
  return { memory: new ResponseMemory(responseBytes), streams: makeBudget(compressedStreams) };
}

/** The memory of the responses that are being sent. */
class ResponseMemory {
  readonly #budget: Budget;
  readonly #each: number;
  /** In order of their begin. */
  readonly #open = new Set<OpenResponse>();

  constructor(limits: RequestLimits["responseBytes"]) {
    this.#budget = makeBudget(limits);
    this.#each = limits.each;
  }

  /**
   * Reserves memory until the response is closed; at most the share of an address, so that a longer one can be sent alone. Where
   * none is left, it closes the oldest response of the address that holds most, if that is more than this address would hold.
   * Returns false where none is left then.
   */
  tryReserve(response: ServerResponse, address: string, size: number): boolean {
    const bytes = Math.min(size, this.#each);
    const share = this.#budget(address);
    while (!share.tryAdd(bytes)) if (!this.#displaceFor(address, bytes)) return false;
    const entry = { response, address, bytes, share };
    this.#open.add(entry);
    response.once("close", () => this.#release(entry));
    return true;
  }

  #displaceFor(address: string, bytes: number): boolean {
    const reserved = new Map<string, number>();
    for (const entry of this.#open)
      reserved.set(entry.address, (reserved.get(entry.address) ?? 0) + entry.bytes);
    const own = (reserved.get(address) ?? 0) + bytes;
    const [largest] = [...reserved].toSorted(([, one], [, other]) => other - one);
    if (own > this.#each || largest === undefined || largest[1] <= own) return false;
    for (const entry of this.#open) {
      if (entry.address !== largest[0]) continue;
      this.#release(entry);
      entry.response.destroy();
      return true;
    }
    return false;
  }

  #release(entry: OpenResponse): void {
    this.#open.delete(entry);
    entry.share.release();
  }
}

/** What one response takes of the limits. It is released when the response is closed. */
export class ResponseShare {
  readonly #limits: ResponseLimits;
  readonly #response: Koa.Context["res"];
  readonly #client: { readonly address: string };

  constructor(
    limits: ResponseLimits,
    { res }: Pick<Koa.Context, "res">,
    client: { readonly address: string },
  ) {
    this.#limits = limits;
    this.#response = res;
    this.#client = client;
  }

  /** Reserves the memory of a body. Throws Unavailable where too much is being sent. The response of a write is never refused. */
  reserveMemory(bytes: number): void {
    if (bytes < MIN_COUNTED_BYTES || this.#response.destroyed) return;
    const isReserved = this.#limits.memory.tryReserve(this.#response, this.#client.address, bytes);
    // A write is committed by then; its response is bounded by its request.
    if (!isReserved && this.#response.req.method === "GET") throw sendingTooMuch();
  }

  /** Reserves an encoder, which takes some megabytes. Returns false where too many are in use. */
  reserveEncoder(): boolean {
    if (this.#response.destroyed) return false;
    const share = this.#limits.streams(this.#client.address);
    if (!share.tryAdd(1)) return false;
    this.#response.once("close", share.release);
    return true;
  }
}
