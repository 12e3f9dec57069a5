import type Koa from "koa";
import type { RequestLimits, Share } from "../../platform/limits.ts";
import { type Budget, makeBudget, sendingTooMuch } from "../server/budget.ts";

/** Smaller bodies are not counted: a connection sends one at a time. */
const MIN_COUNTED_BYTES = 16 * 1024;

/** The limits that all responses share. */
export interface ResponseLimits {
  readonly memory: Budget;
  readonly streams: Budget;
  readonly bytes: Share;
}

/** Creates the limits of all responses. */
export function makeResponseLimits({
  responseBytes,
  compressedStreams,
}: Pick<RequestLimits, "responseBytes" | "compressedStreams">): ResponseLimits {
  return {
    memory: makeBudget(responseBytes, sendingTooMuch),
    streams: makeBudget(compressedStreams),
    bytes: responseBytes,
  };
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

  /**
   * Reserves the memory of a body. A body that is larger than an address's share takes all of the share. Throws Unavailable
   * where too much is being sent.
   */
  reserveMemory(bytes: number): void {
    if (bytes < MIN_COUNTED_BYTES || this.#response.destroyed) return;
    const share = this.#limits.memory(this.#client.address);
    share.add(Math.min(bytes, this.#limits.bytes.each));
    this.#response.once("close", share.release);
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
