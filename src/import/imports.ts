import { join } from "node:path";
import type { Caller } from "../access/caller.ts";
import { bounded } from "../bounded.ts";
import type { Box } from "../box.ts";
import { Invalid } from "../errors.ts";
import type { WantedText } from "../tables/csv-read.ts";
import { type ApplyData, faultsIn } from "./apply-thread.ts";
import { check } from "./check.ts";
import type { Chosen } from "./chosen.ts";
import { hashSecrets } from "./hashing.ts";
import { closeFiles, during, type Import, keepFiles, move, progress } from "./one-import.ts";
import type { PlanResult } from "./plan.ts";
import { absent, isApplied, refuseUnfit } from "./refusals.ts";
import type { Kind } from "./values.ts";

/** An uploaded table. */
export interface NewImport {
  readonly kind: Kind;
  /** The sheet of a workbook; null: the first. */
  readonly sheet: string | null;
  readonly text: WantedText;
  readonly chosen: Chosen;
  readonly path: string;
  readonly fileName: string;
}

/** The imports of the box, in memory: a restart forgets them, and leaves nothing of them behind. */
export interface Imports {
  /** Dry-runs a file; resolves when it is checked. Rejects with Invalid (no table), WrongState (cancelled). */
  start(caller: Caller, file: NewImport): Promise<Import>;
  /** Newest first. */
  list(tenantId: number): Import[];
  /** Throws NotFound. */
  find(tenantId: number, id: number): Import;
  /** Applies a checked import as one transaction. Rejects with WrongState, or with Invalid and everything that is wrong now. */
  apply(caller: Caller, one: Import): Promise<void>;
  /** Ends what is under way, undone, and forgets the import. Rejects with WrongState where it has just been applied. */
  cancel(one: Import): Promise<void>;
  stop(): Promise<void>;
}

const KEPT_MS = 24 * 3600 * 1000;
const SWEEP_MS = 10 * 60_000;
/** Imports of a tenant. */
const MOST_KEPT = 10;
const MOST_WAITING = 20;

/** Makes the imports of a box. */
export function makeImports({ storage, clock }: Pick<Box, "storage" | "clock">): Imports {
  const imports = new Map<number, Import>();
  const inTurn = bounded(1, MOST_WAITING);
  let lastId = 0;
  const sweeping = setInterval(sweep, SWEEP_MS).unref();

  function sweep(): void {
    const oldest = new Date(clock.ago(KEPT_MS)).toISOString();
    for (const one of imports.values()) if (one.work === null && one.createdDT < oldest) forget(one);
  }
  function forget(one: Import): void {
    imports.delete(one.id);
    closeFiles(one);
  }
  /** Makes room for one more: the oldest that are not under way are forgotten. */
  function makeRoom(tenantId: number): void {
    const own = [...imports.values()].filter((one) => one.tenantId === tenantId);
    const surplus = own.length - (MOST_KEPT - 1);
    for (const one of own.filter(({ work }) => work === null).slice(0, Math.max(0, surplus))) forget(one);
  }
  function newImport({ tenantId, userName }: Caller, { kind, fileName, path }: NewImport): Import {
    sweep();
    makeRoom(tenantId);
    // Never given twice, though nothing of it is kept: the audit names it for good.
    lastId = Math.max(lastId + 1, Math.floor(clock.now() / 1000));
    const one: Import = {
      ...{ id: lastId, tenantId, kind, fileName, createdDT: clock.iso(), createdBy: userName },
      ...{ state: "checking", done: 0, total: null, checked: null, applied: null, faults: null, work: null },
      files: keepFiles(path),
      listeners: new Set(),
    };
    imports.set(one.id, one);
    return one;
  }

  return {
    async start(caller, file) {
      const one = newImport(caller, file);
      try {
        await during(one, async ({ upload, rows }, signal) => {
          const database = () => join(storage.folder, storage.status().generation);
          const { tenantId, kind } = one;
          const { sheet, text, chosen } = file;
          one.checked = await inTurn(() =>
            check(
              { database: database(), tenantId, kind, sheet, text, chosen, upload, rows },
              (done) => progress(one, done),
              signal,
            ),
          );
        });
      } catch (error) {
        forget(one);
        throw error;
      }
      one.total = one.checked?.result.rows ?? 0;
      move(one, "checked");
      // With errors it is never applied.
      if (one.checked?.result.errorCount !== 0) closeFiles(one);
      return one;
    },
    list(tenantId) {
      sweep();
      return [...imports.values()].filter((one) => one.tenantId === tenantId).reverse();
    },
    find(tenantId, id) {
      sweep();
      const found = imports.get(id);
      if (found?.tenantId !== tenantId) throw absent();
      return found;
    },
    async apply(caller, one) {
      const headers = refuseUnfit(one);
      await during(one, async ({ rows }, signal) => {
        one.faults = null;
        move(one, "applying");
        const tell = (done: number) => progress(one, done);
        try {
          const isSecret = headers.password !== undefined || headers.pin !== undefined;
          const hashes = isSecret ? await hashSecrets(rows, tell, signal) : new Map();
          const data: ApplyData = {
            caller,
            kind: one.kind,
            rows,
            headers,
            hashes,
            cause: `import ${one.id}`,
          };
          const job = { module: APPLYING, data, by: caller, tell, signal };
          one.applied = await storage.writeLong<PlanResult, number>(one.tenantId, job);
          move(one, "applied");
        } catch (error) {
          if (error instanceof Invalid) one.faults = faultsIn(error);
          move(one, "failed");
          throw error;
        }
      });
      closeFiles(one);
    },
    async cancel(one) {
      const { work } = one;
      work?.abort.abort();
      await work?.ended;
      if (work !== null && one.state === "applied") throw isApplied();
      // What is applied stays: it is only forgotten.
      if (one.state !== "applied") move(one, "cancelled");
      forget(one);
    },
    async stop() {
      clearInterval(sweeping);
      for (const one of imports.values()) {
        one.work?.abort.abort();
        await one.work?.ended;
        forget(one);
      }
    },
  };
}

const APPLYING = new URL("./apply-thread.ts", import.meta.url);
