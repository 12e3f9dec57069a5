import { setTimeout as sleep } from "node:timers/promises";
import type { PairDependencies, PairState } from "./membership/pair-state.ts";
import type { PeerClient } from "./peer/peer-client.ts";
import type { PeerRequest, PeerResponse } from "./peer/peer-server.ts";
import { EpochResponse } from "./peer/protocol.ts";

const NOTIFY_MS = 3000;

/** The side of a promoted machine: it informs the former primary, also of the point at which their data differ. */
export class FormerSide {
  readonly #dependencies: PairDependencies;
  readonly #state: PairState;
  readonly #client: PeerClient;
  readonly #stopping = new AbortController();
  #notifying: Promise<void> = Promise.resolve();

  constructor(dependencies: PairDependencies, state: PairState, client: PeerClient) {
    this.#dependencies = dependencies;
    this.#state = state;
    this.#client = client;
  }

  start(): void {
    this.#notifying = this.#notify();
  }

  async respond({ path }: PeerRequest): Promise<PeerResponse> {
    const { epoch, split } = this.#state.demand();
    if (path === "/epoch") return { json: { epoch, last: null, split } };
    return { status: 410, text: "this machine is the primary now" };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#notifying;
  }

  async #notify(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const { epoch, split, isHistoryDue } = this.#state.demand();
      try {
        const response = await this.#client.json("/epoch", EpochResponse, {
          method: "POST",
          body: { epoch, split },
          signal,
        });
        if (response.epoch.epoch >= epoch.epoch && !isHistoryDue) {
          this.#dependencies.log.info("the former primary knows of the promotion");
          return;
        }
      } catch {
        // Not reachable. It asks at its next start.
      }
      await sleep(NOTIFY_MS, null, { signal }).catch(() => {});
    }
  }
}
