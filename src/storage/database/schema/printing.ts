import type { Generated } from "kysely";
import type { Resolution } from "../../../domain/label-layout.ts";
import type { LabelSubject } from "../../../domain/placeholder-names.ts";
import type { Flag, IsoTime, OfTenant, Versioned } from "./columns.ts";

// Printers, formats, the print queue.

export interface PrinterTable extends OfTenant, Versioned {
  oid: Generated<number>;
  name: string;
  nameKey: string;
  ipAddress: string;
  port: number;
  printerTypeId: number;
  isActive: Flag;
  dpi: Generated<Resolution>;
  printWidthMm: number | null;
  deleted: Generated<Flag>;
}

export interface PrintFormatTable extends OfTenant, Versioned {
  oid: Generated<number>;
  name: string;
  nameKey: string;
  template: string | null;
  printerTypeId: number | null;
  /** JSON. */
  layout: string | null;
  /** The records that it labels: `article` or `location`. */
  subject: Generated<LabelSubject>;
  deleted: Generated<Flag>;
}

export interface PrintRequestTable extends OfTenant, Versioned {
  oid: Generated<number>;
  articleId: number | null;
  /** Null where the label is of an article, or a test label. */
  locationId: number | null;
  printerId: number;
  labelFormatId: number | null;
  copies: number;
  stateId: number;
  attempts: Generated<number>;
  lastError: string | null;
  nextTryDT: IsoTime | null;
  isInterrupted: Generated<Flag>;
  isConfirmed: Generated<Flag>;
  createdDT: IsoTime;
  /** The time of the creation or the last retry. */
  queuedDT: IsoTime;
  createdBy: string;
  userId: number;
  deviceTokenId: number | null;
  startedDT: IsoTime | null;
  finishedDT: IsoTime | null;
}

export interface PrintDataTable {
  printRequestId: number;
  data: Buffer;
  isRaster: Generated<Flag>;
}
