import { setTimeout as sleep } from "node:timers/promises";
import { isSameCode } from "../../../access/setup/setup.ts";
import { NotFound, Unauthenticated, WrongState } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import { StartupError } from "../../../platform/startup-error.ts";
import { lockFolder } from "../../../storage/generations/folder.ts";
import { listGenerations } from "../../../storage/generations/generations.ts";
import { takeOverSettings } from "../files/small-files.ts";
import { type PeerAddress, promoted } from "../membership/membership.ts";
import type { PairDependencies, PairState } from "../membership/pair-state.ts";
import type { PeerClient } from "../peer/peer-client.ts";
import type { PeerRequest, PeerResponse } from "../peer/peer-server.ts";
import { EpochResponse } from "../peer/protocol.ts";
import { Following } from "./following.ts";
import { prepareFolder } from "./prepare.ts";

/** Time for the rest of the log of a primary that still answers. */
const HANDOVER_MS = 10_000;

/** The side of a standby: it follows its primary until it is promoted. */
export class StandbySide {
  readonly #dependencies: PairDependencies;
  readonly #state: PairState;
  readonly #client: PeerClient;
  readonly #machine: () => PeerAddress;
  readonly #changed: () => void;
  #following: Following | null = null;
  #lock: { unlock(): void } | null = null;
  #promotion: Promise<void> | null = null;

  /** `changed` is called when this machine is the primary. */
  constructor(
    dependencies: PairDependencies,
    state: PairState,
    client: PeerClient,
    machine: () => PeerAddress,
    changed: () => void,
  ) {
    this.#dependencies = dependencies;
    this.#state = state;
    this.#client = client;
    this.#machine = machine;
    this.#changed = changed;
  }

  /** Locks the folder and begins to follow, or goes on with an interrupted promotion. Rejects with StartupError. */
  async start(): Promise<void> {
    const { folder } = this.#state;
    const membership = this.#state.getMembership();
    this.#lock = lockFolder(folder);
    if (!membership.isPrepared) {
      prepareFolder(folder);
      this.#state.save({ ...membership, isPrepared: true });
    }
    this.#following = new Following({
      ...this.#dependencies,
      client: this.#client,
      membership: () => this.#state.getMembership(),
      machine: this.#machine,
    });
    await this.#following.start();
    if (membership.role === "promoting") this.#begin();
  }

  status() {
    return this.#following?.status() ?? null;
  }

  isPromoting(): boolean {
    return this.#promotion !== null;
  }

  /** Answers the primary's question for the epoch. */
  async respond({ path }: PeerRequest): Promise<PeerResponse> {
    if (path !== "/epoch") return { status: 404, text: "not found" };
    return { json: { epoch: this.#state.getMembership().epoch, last: null } };
  }

  /** Promotes this machine. `hasAddress`: another address is added with it than the prepared one. Throws Unauthenticated for a wrong code, and WrongState without a whole copy. */
  promote(code: string, hasAddress = false): void {
    const membership = this.#state.getMembership();
    if (!isSameCode(code, membership.promotionCode))
      throw new Unauthenticated(msg("This is not the promotion code of this standby."));
    if (membership.role !== "standby") throw new NotFound(msg("This server is no standby."));
    if (this.#following?.status().isWhole !== true)
      throw new WrongState(msg("This standby has no whole copy yet, so it can't take over."));
    if (this.#following.status().isTooOld)
      throw new WrongState(
        msg(
          "This standby has an older version than the copied server, and can't open its data. Upgrade it first.",
        ),
      );
    // From here on the former primary is informed, and no interruption takes it back.
    const more = { at: this.#dependencies.clock.iso(), usesPreparedAddress: !hasAddress };
    this.#state.save(promoted(membership, this.#state.fingerprint, more));
    this.#dependencies.log.warn("this standby is promoted");
    this.#begin();
  }

  async stop(): Promise<void> {
    await this.#following?.stop();
    this.#following = null;
    this.#lock?.unlock();
    this.#lock = null;
  }

  #begin(): void {
    this.#promotion = this.#finish().catch((error: unknown) => {
      this.#promotion = null;
      this.#dependencies.log.error({ err: error }, "the promotion could not be finished; restart the server");
    });
  }

  /** Takes the rest of the log from a primary that still answers, and becomes the primary. */
  async #finish(): Promise<void> {
    await this.#takeRest();
    const { folder } = this.#state;
    await this.stop();
    if (listGenerations(folder).length === 0) throw new Error("there is no copy");
    this.#takeOverSettings();
    this.#state.save({ ...this.#state.getMembership(), role: "primary" });
    this.#changed();
  }

  /** Wrong settings of the primary must not stop the promotion: each further start would fail too. */
  #takeOverSettings(): void {
    try {
      takeOverSettings(this.#state.folder);
    } catch (error) {
      if (!(error instanceof StartupError || error instanceof SyntaxError)) throw error;
      this.#dependencies.log.error({ err: error }, "this machine keeps its own settings");
    }
  }

  async #takeRest(): Promise<void> {
    const { epoch } = this.#state.getMembership();
    const until = performance.now() + HANDOVER_MS;
    try {
      const signal = AbortSignal.timeout(HANDOVER_MS / 2);
      const { last } = await this.#client.json("/epoch", EpochResponse, {
        method: "POST",
        body: { epoch },
        signal,
      });
      while (last !== null && this.#following?.has(last) === false && performance.now() < until)
        await sleep(50);
    } catch {
      // The primary is gone: what it had not sent is lost, or is exported when it returns.
      this.#dependencies.log.warn("the former primary does not respond; it is informed when it returns");
    }
  }
}
