import { pause } from "../../platform/back-off.ts";
import type { FormerPrimary } from "./membership/membership.ts";
import type { PairDependencies, PairState } from "./membership/pair-state.ts";
import { PeerClient } from "./peer/peer-client.ts";
import type { PeerRequest, PeerResponse } from "./peer/peer-server.ts";
import { EpochResponse } from "./peer/protocol.ts";

const NOTIFY_MS = 3000;

/**
 * The side of a promoted machine for its former primary: it informs it of the promotion, also of the point at which their data
 * differ. It works beside the side for a new standby.
 */
export class FormerSide {
  readonly #dependencies: PairDependencies;
  readonly #state: PairState;
  readonly #client: PeerClient;
  readonly #stopping = new AbortController();
  #notifying: Promise<void> = Promise.resolve();

  constructor(dependencies: PairDependencies, state: PairState, { machine }: FormerPrimary) {
    this.#dependencies = dependencies;
    this.#state = state;
    this.#client = PeerClient.to(machine, state.getMembership());
  }

  start(): void {
    this.#notifying = this.#notify();
  }

  /** Answers a request of the former primary. */
  async respond({ path }: PeerRequest): Promise<PeerResponse> {
    const { former } = this.#state.getMembership();
    if (path === "/epoch" && former !== null)
      return { json: { epoch: former.epoch, last: null, split: former.split } };
    return { status: 410, text: "this machine is the primary now" };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#notifying;
    this.#client.close();
  }

  async #notify(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const { former } = this.#state.getMembership();
      if (former === null || former.isInformed) return;
      const { epoch, split } = former;
      try {
        const response = await this.#client.json("/epoch", EpochResponse, {
          method: "POST",
          body: { epoch, split },
          signal,
        });
        if (response.epoch.epoch >= epoch.epoch && split !== null) {
          this.#state.saveFormer({ isInformed: true });
          this.#dependencies.log.info("the former primary knows of the promotion");
          return;
        }
      } catch {
        // Not reachable. It asks at its next start.
      }
      await pause(NOTIFY_MS, signal);
    }
  }
}
