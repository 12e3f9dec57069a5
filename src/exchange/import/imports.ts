import { join } from "node:path";
import { Invalid } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { concurrencyLimit } from "../../platform/concurrency-limit.ts";
import { type ApplyData, faultsIn } from "./apply-worker.ts";
import { type CheckData, type Checked, check } from "./check.ts";
import type { Chosen } from "./chosen.ts";
import { hashSecrets } from "./hashing.ts";
import { absent, fileIsGone, isApplied, isApplying, refuseUnfit } from "./import-errors.ts";
import {
  abort,
  closeFiles,
  during,
  type Import,
  keepUpload,
  move,
  type OpenFile,
  progress,
  temporaryFile,
} from "./import-job.ts";
import { checkOptions, type ImportOptions } from "./options.ts";
import type { PlanResult } from "./plan.ts";
import type { Kind } from "./values.ts";

/** An uploaded table. */
export interface NewImport {
  readonly kind: Kind;
  readonly options: ImportOptions;
  /** What is chosen for columns by their headers. */
  readonly byHeader: Chosen;
  readonly path: string;
  readonly fileName: string;
}

/** The imports of the box, in memory: a restart forgets them, and leaves nothing of them behind. */
export interface Imports {
  /** Dry-runs a file; resolves when it is checked. Rejects with Invalid (no table), WrongState (cancelled). */
  start(caller: Principal, file: NewImport): Promise<Import>;
  /**
   * Checks the file again with other options; a check under way is ended. Rejects with Invalid naming the option, and with
   * WrongState where the import is applied or cancelled; then what was found before stays.
   */
  recheck(one: Import, options: ImportOptions): Promise<void>;
  /** Newest first. */
  list(tenantId: number): Import[];
  /** Throws NotFound. */
  find(tenantId: number, id: number): Import;
  /**
   * Applies a checked import as one transaction: all of it, or its valid rows. Rejects with WrongState, or with Invalid and
   * everything that is wrong now. `address`: of the client.
   */
  apply(caller: Principal, one: Import, isValidRows: boolean, address: string): Promise<void>;
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
export function makeImports({ storage, clock }: Pick<Dependencies, "storage" | "clock">): Imports {
  const imports = new Map<number, Import>();
  const inTurn = concurrencyLimit(1, MOST_WAITING);
  let lastId = 0;
  const sweeping = setInterval(sweep, SWEEP_MS).unref();

  function sweep(): void {
    const oldest = new Date(clock.ago(KEPT_MS)).toISOString();
    for (const one of imports.values()) if (one.work === null && one.createdDT < oldest) forget(one);
  }
  function forget(one: Import): void {
    imports.delete(one.id);
    closeFiles(one, ["upload", "rows", "errorRows"]);
  }
  /** Makes room for one more: the oldest that are not under way are forgotten. */
  function makeRoom(tenantId: number): void {
    const own = [...imports.values()].filter((one) => one.tenantId === tenantId);
    const surplus = own.length - (MOST_KEPT - 1);
    for (const one of own.filter(({ work }) => work === null).slice(0, Math.max(0, surplus))) forget(one);
  }
  function newImport({ tenantId, userName }: Principal, file: NewImport): Import {
    sweep();
    makeRoom(tenantId);
    // Never given twice, though nothing of it is kept: the audit names it for good.
    lastId = Math.max(lastId + 1, Math.floor(clock.now() / 1000));
    const { kind, fileName, byHeader, options } = file;
    const one: Import = {
      ...{ id: lastId, tenantId, kind, fileName, createdDT: clock.iso(), createdBy: userName },
      ...{ byHeader, options, state: "checking", done: 0, total: null, checks: 0, revision: 0 },
      ...{ checked: null, applied: null, faults: null, work: null },
      files: keepUpload(file.path),
      listeners: new Set(),
    };
    imports.set(one.id, one);
    return one;
  }

  /** Checks the kept file. What was found before stays where this fails. */
  async function checkFile(one: Import, options: ImportOptions): Promise<void> {
    const { columns: byIndex, defaults } = checkOptions(one.kind, options);
    // Columns chosen by index replace those that the upload chose by their headers.
    const byHeader: Chosen = options.columns === undefined ? one.byHeader : new Map();
    const chosen = { byHeader, byIndex };
    await during(one, async (signal) => {
      const before = one.state;
      move(one, "checking");
      try {
        const found = await foundIn(one, { options, defaults, chosen }, signal);
        closeFiles(one, ["rows", "errorRows"]);
        Object.assign(one.files, { rows: found.rows, errorRows: found.errorRows });
        const { checked } = found;
        Object.assign(one, { checked, options, faults: null, total: checked.rows });
        if (checked.validRows === 0) closeFiles(one, ["rows"]);
        if (checked.errorRows === 0) closeFiles(one, ["errorRows"]);
        one.revision++;
        move(one, "checked");
      } catch (error) {
        move(one, before);
        throw error;
      }
    });
  }

  /** What a dry run finds in the kept file, with the files of its rows. */
  async function foundIn(
    one: Import,
    how: Pick<CheckData, "options" | "defaults" | "chosen">,
    signal: AbortSignal,
  ): Promise<{ checked: Checked; rows: OpenFile; errorRows: OpenFile }> {
    const { files, kind, tenantId } = one;
    if (files.upload === null) throw fileIsGone();
    const { descriptor: upload } = files.upload;
    const release = files.upload.hold();
    const [rows, errorRows] = [temporaryFile(storage.folder), temporaryFile(storage.folder)];
    try {
      const checked = await inTurn(() => {
        const database = join(storage.folder, storage.status().generation);
        const descriptors = { upload, rows: rows.descriptor, errorRows: errorRows.descriptor };
        return check(
          { database, tenantId, kind, ...how, ...descriptors },
          (done) => progress(one, done),
          signal,
        );
      });
      return { checked, rows, errorRows };
    } catch (error) {
      rows.close();
      errorRows.close();
      throw error;
    } finally {
      release();
    }
  }

  /** Runs a check. The last one to end forgets an import that was never checked to the end. */
  async function checking(one: Import, run: () => Promise<void>): Promise<void> {
    one.checks++;
    try {
      await run();
    } finally {
      one.checks--;
      if (one.checks === 0 && one.checked === null) forget(one);
    }
  }

  return {
    async start(caller, file) {
      const one = newImport(caller, file);
      await checking(one, () => checkFile(one, file.options));
      return one;
    },
    async recheck(one, options) {
      // Options that can't fit do not end a check under way.
      checkOptions(one.kind, options);
      await checking(one, async () => {
        while (one.work !== null && one.state === "checking") await abort(one.work);
        if (one.state === "applying") throw isApplying();
        if (one.state === "applied") throw isApplied();
        if (!imports.has(one.id)) throw absent();
        await checkFile(one, options);
      });
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
    async apply(caller, one, isValidRows, address) {
      const { headers, defaults, validRows } = refuseUnfit(one, isValidRows);
      const { rows } = one.files;
      if (rows === null) throw fileIsGone();
      one.total = validRows;
      one.faults = null;
      move(one, "applying");
      const tell = (done: number) => progress(one, done);
      await during(one, async (signal) => {
        try {
          const isSecret = headers.password !== undefined || headers.pin !== undefined;
          const hashes = isSecret ? await hashSecrets(rows.descriptor, tell, signal) : new Map();
          const data: ApplyData = {
            ...{ caller, kind: one.kind, rows: rows.descriptor, headers, hashes, defaults },
            cause: `import ${one.id}`,
          };
          const job = { module: APPLYING, data, by: caller, address, tell, signal };
          one.applied = await storage.writeLong<PlanResult, number>(one.tenantId, job);
          move(one, "applied");
        } catch (error) {
          if (error instanceof Invalid) one.faults = faultsIn(error);
          move(one, "failed");
          throw error;
        }
      });
      // Those with errors can still be downloaded.
      closeFiles(one, ["upload", "rows"]);
    },
    async cancel(one) {
      const wasAtWork = one.work !== null;
      // A check that waited for the one under way may begin as soon as that has ended.
      while (one.work !== null) await abort(one.work);
      if (wasAtWork && one.state === "applied") throw isApplied();
      // What is applied stays: it is only forgotten.
      if (one.state !== "applied") move(one, "cancelled");
      forget(one);
    },
    async stop() {
      clearInterval(sweeping);
      for (const one of imports.values()) {
        while (one.work !== null) await abort(one.work);
        forget(one);
      }
    },
  };
}

const APPLYING = new URL("./apply-worker.ts", import.meta.url);
