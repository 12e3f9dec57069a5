import { MAX_LABEL_MM, MIN_LABEL_MM, RESOLUTIONS } from "../domain/label-layout.ts";
import { msg } from "../domain/message.ts";
import { LABEL_SUBJECTS } from "../domain/placeholder-names.ts";
import type { RecordDeclaration } from "./record.ts";

/** A name in the DNS (RFC 1035 §2.3.4). */
const MAX_HOST_LENGTH = 253;
const HUGE = "a thousand of them could be half a gigabyte";
const TYPE = msg("Printer language");

/** A label printer. */
export const PRINTER = {
  table: "printer",
  entity: "printer",
  label: msg("Printer"),
  names: ["name"],
  lostAs: "printers",
  feedKind: 15,
  hasDeleted: true,
  fields: {
    name: { kind: "text", isRequired: true, reach: "everywhere", label: msg("Name") },
    ipAddress: {
      kind: "text",
      length: MAX_HOST_LENGTH,
      isRequired: true,
      reach: "everywhere",
      label: msg("Address"),
    },
    port: { kind: "whole", min: 1, max: 65_535, reach: "everywhere", label: msg("Port") },
    printerTypeId: { kind: "whole", isRequired: true, reach: "everywhere", label: TYPE },
    isActive: { kind: "flag", reach: "everywhere", label: msg("Active") },
    dpi: {
      kind: "choice",
      of: RESOLUTIONS,
      hasDefault: true,
      reach: "everywhere",
      label: msg("Resolution"),
      description: "dots per inch",
    },
    // Null: not known.
    printWidthMm: {
      kind: "whole",
      min: MIN_LABEL_MM,
      max: MAX_LABEL_MM,
      isNullable: true,
      reach: "everywhere",
      label: msg("Print width in mm"),
      description: "null: 72 mm for receipts, else not limited",
    },
  },
  internal: { nameKey: { type: "text", isUnique: true } },
} as const satisfies RecordDeclaration;

/** A label format: a template in the language of a type of printer, or a drawing that every printer prints. */
export const PRINT_FORMAT = {
  table: "printFormat",
  entity: "format",
  label: msg("Label format"),
  names: ["name"],
  lostAs: "printers",
  feedKind: 16,
  hasDeleted: true,
  fields: {
    name: { kind: "text", isRequired: true, reach: "everywhere", label: msg("Name") },
    template: {
      kind: "source",
      isNullable: true,
      reach: "everywhere",
      label: msg("Template"),
      description: "null: the label is drawn",
      except: { feed: HUGE },
    },
    printerTypeId: {
      kind: "whole",
      isNullable: true,
      reach: "everywhere",
      label: TYPE,
      description: "null: for every printer",
    },
    // JSON (domain/label-layout.ts).
    layout: {
      kind: "source",
      isNullable: true,
      reach: "everywhere",
      label: msg("Drawing"),
      except: { feed: HUGE, list: "the detail has it" },
    },
    // What the labels are of.
    subject: {
      kind: "choice",
      of: LABEL_SUBJECTS,
      hasDefault: true,
      reach: "everywhere",
      label: msg("Label for"),
      description: "the records that it labels",
    },
  },
  internal: { nameKey: { type: "text", isUnique: true } },
} as const satisfies RecordDeclaration;

/** A label to be printed. */
export const PRINT_REQUEST = {
  table: "printRequest",
  entity: null,
  names: ["articleId", "locationId"],
  lostAs: "labels",
  feedKind: 17,
  hasDeleted: false,
  fields: {
    // Both null: a test label.
    articleId: { kind: "reference", to: "article", isNullable: true, reach: "everywhere" },
    locationId: { kind: "reference", to: "location", isNullable: true, reach: "everywhere" },
    printerId: { kind: "reference", to: "printer", reach: "everywhere" },
    labelFormatId: { kind: "reference", to: "printFormat", isNullable: true, reach: "everywhere" },
    copies: { kind: "whole", min: 1, max: 1000, reach: "everywhere" },
    stateId: { kind: "whole", reach: "everywhere" },
    attempts: { kind: "whole", hasDefault: true, reach: "everywhere" },
    // By locale.
    lastError: { kind: "texts", isNullable: true, reach: "everywhere" },
    createdDT: { kind: "time", reach: "everywhere" },
    createdBy: { kind: "text", reach: "everywhere" },
    userId: { kind: "reference", to: "user", reach: "everywhere" },
    startedDT: { kind: "time", isNullable: true, reach: "everywhere" },
    finishedDT: { kind: "time", isNullable: true, reach: "everywhere" },
    deviceTokenId: { kind: "reference", to: "deviceToken", isNullable: true, reach: "inside" },
  },
  internal: {
    nextTryDT: { type: "time", isNullable: true },
    isInterrupted: { type: "flag", hasDefault: true },
    isConfirmed: { type: "flag", hasDefault: true },
    // The time of the creation or the last retry.
    queuedDT: { type: "time" },
  },
} as const satisfies RecordDeclaration;
