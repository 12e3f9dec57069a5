import type { Readable } from "node:stream";
import type { LabelSubject } from "../../domain/placeholder-names.ts";
import { DatabaseWorker } from "../../platform/workers/database-worker.ts";
import { type PieceProgram, startFile } from "../../platform/workers/piece-program.ts";
import { reusableWorker } from "../../platform/workers/reusable-worker.ts";
import type { SiteTime } from "../requests/label.ts";
import type { SheetOptions } from "./sheet-pdf.ts";

/** Input of the worker. */
export interface SheetInput {
  /** The generation's main file. */
  readonly database: string;
  readonly tenantId: number;
  readonly subject: LabelSubject;
  readonly ids: readonly number[];
  readonly time: ReturnType<SiteTime>;
  readonly options: SheetOptions;
}

/** The functions of the worker. */
export type SheetProgram = PieceProgram<SheetInput>;

const workers = reusableWorker<SheetProgram>(
  () => new DatabaseWorker(new URL("./sheet-worker.ts", import.meta.url)),
);

/** Starts a sheet of labels, as `startFile`. */
export const startSheet = (input: SheetInput): Promise<Readable> => startFile(workers, input);
