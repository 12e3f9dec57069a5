import { setTimeout as sleep } from "node:timers/promises";
import { pause } from "../../../platform/back-off.ts";
import type { Storage } from "../../../storage/storage.ts";
import { smallFileReader } from "../files/small-files.ts";
import { type EpochStatement, isEpochOf } from "../membership/epoch.ts";
import { isNewerEpoch, pairKeyOf } from "../membership/membership.ts";
import type { PairDependencies, PairState } from "../membership/pair-state.ts";
import type { Split } from "../membership/split.ts";
import type { PeerClient } from "../peer/peer-client.ts";
import type { PeerRequest, PeerResponse } from "../peer/peer-server.ts";
import { EpochRequest, EpochResponse, PositionRequest } from "../peer/protocol.ts";
import { ASKING, SUPERSEDED } from "./messages.ts";
import { fileResponse, positionResponse, type Shipped } from "./responses.ts";
import { Shipping } from "./shipping.ts";

/** Time between two questions to a standby that has not answered since the start. */
const ASK_MS = 1000;
/** Time that a start waits for the first answer, before it goes on without permitting changes. */
const FIRST_MS = 2500;
/** Time between two questions to a standby that has become silent: it may have been promoted. */
const ASK_AGAIN_MS = 3000;
/** Time for a promoted standby to fetch the rest of the log before this server stops its services. */
const HANDOVER_MS = 10_000;

/** The side of a primary, and of a former one: it sends its data, and listens for a newer epoch. */
export class PrimarySide {
  readonly #dependencies: PairDependencies;
  readonly #state: PairState;
  readonly #client: PeerClient;
  readonly #changed: () => void;
  readonly #stopping = new AbortController();
  readonly #smallFiles: Shipped["smallFiles"];
  #shipped: Shipped | null = null;
  #isConfirmed = false;
  #isHandingOver = false;
  #asking: Promise<void> = Promise.resolve();

  /** `changed` is called when the mode of the server has changed. */
  constructor(dependencies: PairDependencies, state: PairState, client: PeerClient, changed: () => void) {
    this.#dependencies = dependencies;
    this.#state = state;
    this.#client = client;
    this.#changed = changed;
    this.#smallFiles = smallFileReader(state.folder);
  }

  /** True once the standby has answered since the start, or an Admin has overridden it. */
  get isConfirmed(): boolean {
    return this.#isConfirmed;
  }

  /** Asks the other machine until the process ends. Resolves after the first question, or soon. */
  async start(): Promise<void> {
    const asked = this.#ask();
    this.#asking = asked.then(() => this.#repeat());
    await Promise.race([asked, sleep(FIRST_MS, null, { ref: false })]);
  }

  /** Sends from this storage from now on. */
  attach(storage: Storage): void {
    const shipping = new Shipping(storage, this.#dependencies.clock);
    this.#shipped = {
      storage,
      shipping,
      smallFiles: this.#smallFiles,
      epoch: () => this.#state.getMembership().epoch,
    };
    if (this.#state.getMembership().role === "superseded") storage.refuseWrites(SUPERSEDED());
    else if (!this.#isConfirmed) storage.refuseWrites(ASKING());
  }

  /** The storage closes. */
  detach(): void {
    this.#shipped?.shipping.stop();
    this.#shipped = null;
  }

  /** What the standby has. Null: the storage is not open. */
  status() {
    return this.#shipped?.shipping.status() ?? null;
  }

  /** An Admin goes on without the standby's answer. */
  override(): void {
    this.#confirm();
  }

  /** Answers a request of the peer. */
  async respond(request: PeerRequest): Promise<PeerResponse> {
    if (request.path === "/epoch") return this.#epochResponse(request);
    const shipped = this.#shipped;
    if (shipped === null) return { status: 503, text: "starting" };
    if (request.path !== "/position") return fileResponse(shipped, request);
    const position = PositionRequest.parse(request.body);
    this.#receiveEpoch(position.epoch);
    this.#state.savePeer(position.machine);
    this.#client.moveTo(position.machine);
    return positionResponse(shipped, position, request.signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.detach();
    await this.#asking;
  }

  /** The other machine may say that it is the primary now: nothing is written from the first moment on. */
  async #epochResponse({ body }: PeerRequest): Promise<PeerResponse> {
    if (body !== null) this.#receive(EpochRequest.parse(body));
    const shipped = this.#shipped;
    let last: { generation: string; bytes: number } | null = null;
    if (this.#state.getMembership().role === "superseded" && shipped !== null) {
      await shipped.storage.flush();
      last = shipped.shipping.position();
    }
    return { json: { epoch: this.#state.getMembership().epoch, last } };
  }

  #receive({
    epoch,
    split,
  }: {
    readonly epoch: EpochStatement;
    readonly split?: Split | null | undefined;
  }): void {
    this.#receiveEpoch(epoch);
    const membership = this.#state.getMembership();
    const isOfPromotion = membership.role === "superseded" && epoch.epoch === membership.epoch.epoch;
    if (split && isOfPromotion && membership.split === null) this.#state.save({ ...membership, split });
  }

  #receiveEpoch(statement: EpochStatement): void {
    const membership = this.#state.getMembership();
    if (membership.role === "primary" && isNewerEpoch(membership, statement)) {
      // First, so that no write that waits is taken any more.
      this.#shipped?.storage.refuseWrites(SUPERSEDED());
      this.#state.save({ ...membership, role: "superseded", epoch: statement });
      this.#dependencies.log.warn(
        { epoch: statement.epoch, at: statement.at },
        "the standby has been promoted; this server accepts no changes any more",
      );
      this.#handOver();
      return;
    }
    const { pair } = membership;
    if (membership.role === "primary" && isEpochOf(pairKeyOf(membership), pair, statement)) this.#confirm();
  }

  /** The promoted standby fetches the rest of the log first: a restart of the services would delay it. */
  #handOver(): void {
    if (this.#isHandingOver) return;
    this.#isHandingOver = true;
    const wait = async () => {
      const shipped = this.#shipped;
      const until = performance.now() + (shipped === null ? 0 : HANDOVER_MS);
      while (performance.now() < until && !this.#stopping.signal.aborted) {
        const status = shipped?.shipping.status();
        if (status?.lagBytes === 0 && !status.photosBehind) break;
        await sleep(100);
      }
      this.#changed();
    };
    wait().catch((error: unknown) => this.#dependencies.log.error({ err: error }, "handing over failed"));
  }

  #confirm(): void {
    if (this.#isConfirmed) return;
    this.#isConfirmed = true;
    this.#changed();
  }

  async #ask(): Promise<void> {
    const { signal } = this.#stopping;
    try {
      this.#receive(await this.#client.json("/epoch", EpochResponse, { signal }));
    } catch {
      // Not reachable. The lag and the state show it.
    }
  }

  async #repeat(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted && this.#isAsking()) {
      const isUrgent = this.#state.getMembership().role === "primary" && !this.#isConfirmed;
      await pause(isUrgent ? ASK_MS : ASK_AGAIN_MS, signal);
      if (signal.aborted || (this.#isConfirmed && this.status()?.isConnected)) continue;
      await this.#ask();
    }
  }

  /** A former primary asks until it knows where its data part from those of the new one. */
  #isAsking(): boolean {
    const { membership } = this.#state;
    return membership?.role === "primary" || (membership?.role === "superseded" && membership.split === null);
  }
}
