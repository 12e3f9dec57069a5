import { Unavailable } from "../../domain/errors.ts";
import { RequestState } from "../../domain/print-states.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { saveOutcome } from "../../storage/save-outcome.ts";
import * as reasons from "../transport/reasons.ts";
import type { SendOutcome } from "../transport/send-job.ts";
import type { QueueLimits } from "./limits.ts";
import { cancelOfDeletedPrinter, type LaneRequest, serializeMessage, writeOutcome } from "./request.ts";
import * as states from "./state-store.ts";
import * as store from "./store.ts";

/** The TCP address of a lane; `ipAddress` is lower case. */
export interface LaneAddress {
  readonly ipAddress: string;
  readonly port: number;
}

/** The next request of a lane. `claim`: the `change` of the transaction that made it Printing, durably; null: it waits. */
export interface NextRequest {
  readonly request: LaneRequest;
  readonly claim: number | null;
}

interface ClaimedRequest extends NextRequest {
  readonly claim: number;
}

interface Change {
  readonly tenantId: number;
  apply(tx: Tx): void;
}

/**
 * The requests of one lane in the table. While labels end fast, their outcomes and the claims of the next labels share
 * a transaction and a flush, during which claimed labels are sent.
 */
export class LaneRequests {
  readonly #dependencies: Dependencies;
  readonly #address: LaneAddress;
  readonly #limits: QueueLimits;
  readonly #stopping: AbortSignal;
  /** Durably Printing, not sent yet, in order. */
  readonly #claimed: ClaimedRequest[] = [];
  #ended: Change[] = [];
  #writing: Promise<void> | null = null;

  /** `stopping`: nothing is claimed any more, and a full disk is not waited for. */
  constructor(dependencies: Dependencies, address: LaneAddress, limits: QueueLimits, stopping: AbortSignal) {
    this.#dependencies = dependencies;
    this.#address = address;
    this.#limits = limits;
    this.#stopping = stopping;
  }

  /** The next request: a claimed one, or the oldest waiting one. Null when none is left. */
  async next(): Promise<NextRequest | null> {
    for (;;) {
      const claimed = this.#claimed.shift();
      if (claimed !== undefined) return claimed;
      if (this.#writing === null) break;
      await this.#writing;
    }
    const request = store.firstWaiting.first(this.#dependencies.storage.db, { ...this.#address, limit: 1 });
    return request && { request, claim: null };
  }

  /** Makes the request Printing, durably, unless it is claimed. False: it was cancelled. Throws Unavailable. */
  async claim({ request: { tenantId, oid }, claim }: NextRequest): Promise<boolean> {
    const { storage } = this.#dependencies;
    const claimed =
      claim ??
      (await storage.write(tenantId, (tx) => {
        states.setPrinting.run(tx, { oid, now: tx.now, change: tx.change });
        return tx.change;
      }));
    if (claim === null) await storage.durable();
    // Read in the turn of the first byte: no cancelling can come between. A request that was cancelled and retried has
    // another `change`, even if it is claimed again.
    const found = states.stateOf.first(storage.db, { oid });
    return found?.stateId === RequestState.Printing && found.change === claimed;
  }

  /** Saves the outcome of a label that ended fast, and claims the next ones. Does not wait for it. */
  saveBehind(request: LaneRequest, outcome: SendOutcome): void {
    this.#ended.push(this.#outcomeChange(request, outcome));
    if (this.#writing === null) this.#startWriting();
  }

  /** Saves the outcome durably. Claimed requests return to the queue: this one may have to be sent before them. */
  async save(request: LaneRequest, outcome: SendOutcome): Promise<void> {
    await this.#finishWriting();
    await this.#persist([...this.#unclaim(), this.#outcomeChange(request, outcome)]);
    await this.#dependencies.storage.durable();
  }

  /** Returns claimed requests to the queue; resolves when everything is saved. To be called at the lane's end. */
  async release(): Promise<void> {
    try {
      await this.#finishWriting();
    } finally {
      await this.#persist(this.#unclaim());
      await this.#dependencies.storage.durable();
    }
  }

  async #finishWriting(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  #outcomeChange(request: LaneRequest, outcome: SendOutcome): Change {
    const { giveUpMs, retryDelaysMs } = this.#limits;
    const giveUpBefore = () => this.#dependencies.clock.ago(giveUpMs);
    return {
      tenantId: request.tenantId,
      apply: (tx) => writeOutcome(tx, request, outcome, giveUpBefore(), retryDelaysMs),
    };
  }

  #unclaim(): Change[] {
    return this.#claimed.splice(0).map(({ request: { tenantId, oid, printerId }, claim }) => ({
      tenantId,
      apply(tx) {
        states.setUnclaimed.run(tx, { oid, claim, change: tx.change });
        const lastError = serializeMessage(reasons.cancelledReason);
        states.setNotPrinted.run(tx, { oid, lastError, change: tx.change });
        cancelOfDeletedPrinter(tx, printerId);
      },
    }));
  }

  #startWriting(): void {
    const writing = this.#writeEnded();
    this.#writing = writing;
    // `next`, `save` and `release` throw it.
    writing.catch(() => {});
  }

  /** One transaction and one flush for the labels that ended since the last one, and for the next claims. */
  async #writeEnded(): Promise<void> {
    const ended = this.#ended;
    this.#ended = [];
    const [claims] = await Promise.all([this.#claimAhead(ended.at(-1)?.tenantId), this.#persist(ended)]);
    await this.#dependencies.storage.durable();
    this.#claimed.push(...claims);
    this.#writing = null;
    if (this.#ended.length > 0) this.#startWriting();
  }

  /** Claims the oldest waiting requests as long as they are of this tenant and no pause precedes them. */
  async #claimAhead(tenantId: number | undefined): Promise<ClaimedRequest[]> {
    const limit = this.#limits.claimsAhead - this.#claimed.length;
    if (tenantId === undefined || limit <= 0 || this.#stopping.aborted) return [];
    try {
      return await this.#dependencies.storage.write(tenantId, (tx) => {
        const { change, now } = tx;
        const waiting = store.firstWaiting.all(tx, { ...this.#address, limit });
        const end = waiting.findIndex((each) => each.tenantId !== tenantId || each.nextTryDT !== null);
        const claims = end === -1 ? waiting : waiting.slice(0, end);
        for (const { oid } of claims) states.setPrinting.run(tx, { oid, now, change });
        return claims.map((request) => ({ request, claim: change }));
      });
    } catch (error) {
      // The lane claims the next label by itself, and reports a disk that is still full.
      if (error instanceof Unavailable) return [];
      throw error;
    }
  }

  /** Saves changes even on a low disk. On a full disk it waits for space. */
  async #persist(changes: readonly Change[]): Promise<void> {
    const { storage } = this.#dependencies;
    const ofTenants = Map.groupBy(changes, ({ tenantId }) => tenantId);
    await Promise.all(
      Array.from(ofTenants, async ([tenantId, own]) => {
        const work = (tx: Tx) => {
          for (const change of own) change.apply(tx);
        };
        await saveOutcome(storage, tenantId, work, this.#stopping);
      }),
    );
  }
}
