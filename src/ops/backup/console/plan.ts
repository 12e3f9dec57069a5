import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../../platform/clock.ts";
import { faultOfPlan, type PlanFault } from "./plan-errors.ts";
import { readCopy } from "./read-copy.ts";
import type { FoundCopy, ReadCopyJob, ReadMessage } from "./read-messages.ts";
import type { RestorePlan } from "./shapes.ts";

/** Who has begun a restore; null before the set-up. */
export interface PlanOwner {
  readonly userName: string;
  readonly fullName: string;
}

/** A folder or archive. `madeAt`: start of its copying in milliseconds since 1970; null: look at the folder. */
interface OpenedCopy {
  readonly path: string;
  readonly madeAt: number | null;
}

/** How much of a copy is fetched. */
export interface Fetched {
  readonly bytes: number;
  readonly totalBytes: number;
}

/** The part of the job that does not depend on the copy. */
type Surroundings = Omit<ReadCopyJob, "passphrase" | keyof OpenedCopy>;

/** What to read, and where it is named in responses. */
export interface PlanSource {
  readonly shown: RestorePlan["source"];
  readonly passphrase: string | null;
  /** Finds the folder or archive, or fetches it into `scratch`. Rejects where it can't. */
  readonly open: (
    scratch: string,
    ended: AbortSignal,
    onProgress: (fetched: Fetched) => void,
  ) => Promise<OpenedCopy>;
  /** Called when the copy is prepared: the source is not needed any more. */
  readonly release?: () => Promise<void>;
}

/** Reads one copy and prepares its data in a scratch folder of the data folder. Nothing else is touched. */
export class Plan {
  readonly id = randomBytes(8).toString("base64url");
  readonly source: PlanSource;
  readonly owner: PlanOwner | null;
  readonly begunDT: string;
  /** When it became `ready` or `failed`; null: not yet. */
  readDT: string | null = null;
  /** Ends as `ready` or `failed`. */
  readonly ended: Promise<void>;
  state: RestorePlan["state"] = "reading";
  progress: NonNullable<RestorePlan["progress"]> = { step: "fetching", files: 0, fetched: null };
  found: FoundCopy | null = null;
  fault: PlanFault | null = null;
  readonly #clock: Clock;
  readonly #job: Surroundings;
  readonly #stopping = new AbortController();
  readonly #logError: (error: unknown) => void;

  constructor(
    source: PlanSource,
    owner: PlanOwner | null,
    clock: Clock,
    job: Surroundings,
    logError: (error: unknown) => void,
  ) {
    this.source = source;
    this.owner = owner;
    this.begunDT = clock.iso();
    this.#clock = clock;
    this.#job = job;
    this.#logError = logError;
    this.ended = this.#run()
      .then(() => this.#removeFailed())
      .catch(logError);
  }

  get scratch(): string {
    return this.#job.scratch;
  }

  /** Stops reading. The scratch folder may be removed when this resolves. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.ended;
  }

  async #run(): Promise<void> {
    const { scratch } = this.#job;
    try {
      const { passphrase } = this.source;
      const copy = await this.source.open(scratch, this.#stopping.signal, (fetched) => {
        this.progress = { step: "fetching", files: 0, fetched };
      });
      if (this.#stopping.signal.aborted) return;
      await readCopy({ ...this.#job, ...copy, passphrase }, this.#stopping.signal, (message) =>
        this.#received(message),
      );
      if (this.state !== "ready") return;
      // Files that were not needed, such as an older generation.
      await rm(join(scratch, "unpacked"), { recursive: true, force: true });
      await this.source.release?.();
    } catch (error) {
      this.#failed(faultOfPlan(error));
      if (!this.#stopping.signal.aborted) this.#logError(error);
    }
  }

  /** Removes what was unpacked: nothing reads it after a failure. */
  async #removeFailed(): Promise<void> {
    if (this.state === "failed") await rm(this.scratch, { recursive: true, force: true });
  }

  #received(message: ReadMessage): void {
    switch (message.kind) {
      case "progress":
        this.progress = { step: message.step, files: message.files, fetched: null };
        return;
      case "checked":
        this.found = message.found;
        return;
      case "done":
        if (message.isStaged) this.#end("ready");
        else this.#failed({ reason: this.found?.unreadable ?? "damaged", missingBytes: null });
        return;
      case "failed":
        this.#logError(new Error(message.message));
        this.#failed({ reason: message.fault, missingBytes: message.missingBytes });
    }
  }

  #failed(fault: PlanFault): void {
    this.#end("failed");
    this.fault = fault;
  }

  #end(state: "ready" | "failed"): void {
    this.state = state;
    this.readDT = this.#clock.iso();
  }
}
