import type { Generated } from "kysely";
import type { Flag } from "./columns.ts";

// Printers, formats, the print queue.

export interface PrintDataTable {
  printRequestId: number;
  data: Buffer;
  isRaster: Generated<Flag>;
}
