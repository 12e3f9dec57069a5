import type { Readable } from "node:stream";
import type { Separator } from "../../platform/tables/csv-write.ts";
import { reusableWorker } from "../../platform/workers/client.ts";
import { DatabaseWorker } from "../../platform/workers/database-worker.ts";
import { type PieceProgram, startFile } from "../../platform/workers/piece-program.ts";
import type { Field } from "../import/table-fields.ts";
import type { ExportSelection, ListedField } from "./rows.ts";

/** A column of the file with its field. */
interface ExportColumn {
  readonly field: Field | ListedField;
  readonly title: string;
  readonly width: number;
}

/** Input of the export worker. */
export interface ExportInput {
  /** The generation's main file. */
  readonly database: string;
  readonly selection: ExportSelection;
  readonly format: "csv" | "xlsx";
  readonly separator: Separator;
  /** Passed in, because loading the columns with their schemas would slow the worker's start. */
  readonly columns: readonly ExportColumn[];
}

/** The functions of the export worker. */
export type ExportProgram = PieceProgram<ExportInput>;

const workers = reusableWorker<ExportProgram>(
  () => new DatabaseWorker(new URL("./export-worker.ts", import.meta.url)),
);

/**
 * Starts an export, as `startFile`. The snapshot is taken before this resolves. Rejects with WrongState if the format can't
 * hold all rows.
 */
export const startExport = (input: ExportInput): Promise<Readable> => startFile(workers, input);
