import type { Principal } from "../../domain/principal.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ColumnChoices } from "./header.ts";
import { importNotFound } from "./import-errors.ts";
import { abortAndWait, closeFiles, type Import, openUpload } from "./import-job.ts";
import type { ImportOptions } from "./options.ts";

/** An uploaded table. */
export interface NewImport {
  readonly kind: TableKind;
  readonly options: ImportOptions;
  /** Fields chosen by header. */
  readonly byHeader: ColumnChoices;
  readonly path: string;
  readonly fileName: string;
}

/** The import jobs in memory. */
interface ImportRegistry {
  /** Adds a job. Removes the oldest idle jobs of the tenant beyond MAX_IMPORTS. */
  add(principal: Principal, file: NewImport): Import;
  has(id: number): boolean;
  /** Throws NotFound. */
  find(tenantId: number, id: number): Import;
  /** Newest first. */
  list(tenantId: number): Import[];
  /** Removes a job and closes its files. */
  remove(job: Import): void;
  /** Aborts all work and removes all jobs. */
  stop(): Promise<void>;
}

const MAX_AGE_MS = 24 * 3600 * 1000;
const SWEEP_MS = 10 * 60_000;
/** Imports per tenant. */
const MAX_IMPORTS = 10;

/** Creates an empty registry. It removes idle jobs after a day. */
export function createImportRegistry(clock: Clock): ImportRegistry {
  const jobs = new Map<number, Import>();
  let lastId = 0;
  const sweepTimer = setInterval(sweep, SWEEP_MS).unref();
  const ownedBy = (tenantId: number) => [...jobs.values()].filter((job) => job.tenantId === tenantId);

  function sweep(): void {
    const oldest = new Date(clock.ago(MAX_AGE_MS)).toISOString();
    for (const job of jobs.values()) if (job.work === null && job.createdDT < oldest) remove(job);
  }
  function remove(job: Import): void {
    jobs.delete(job.id);
    closeFiles(job, ["upload", "rows", "errorRows"]);
  }
  function removeSurplus(tenantId: number): void {
    const own = ownedBy(tenantId);
    const surplus = Math.max(0, own.length - (MAX_IMPORTS - 1));
    for (const job of own.filter(({ work }) => work === null).slice(0, surplus)) remove(job);
  }

  return {
    add({ tenantId, userId, userName }, { kind, fileName, byHeader, options, path }) {
      sweep();
      removeSurplus(tenantId);
      // Unique across restarts, because the audit refers to it permanently.
      lastId = Math.max(lastId + 1, Math.floor(clock.now() / 1000));
      const job: Import = {
        id: lastId,
        tenantId,
        kind,
        columns: [],
        fileName,
        createdDT: clock.iso(),
        createdBy: userName,
        userId,
        byHeader,
        options,
        state: "checking",
        done: 0,
        total: null,
        checks: 0,
        revision: 0,
        checkResult: null,
        applyResult: null,
        applyErrors: null,
        work: null,
        files: openUpload(path),
        listeners: new Set(),
      };
      jobs.set(job.id, job);
      return job;
    },
    has: (id) => jobs.has(id),
    find(tenantId, id) {
      sweep();
      const job = jobs.get(id);
      if (job?.tenantId !== tenantId) throw importNotFound();
      return job;
    },
    list(tenantId) {
      sweep();
      return ownedBy(tenantId).reverse();
    },
    remove,
    async stop() {
      clearInterval(sweepTimer);
      for (const job of jobs.values()) {
        while (job.work !== null) await abortAndWait(job.work);
        remove(job);
      }
    },
  };
}
