import { z } from "zod";
import { DEVICE_KINDS } from "../domain/principal.ts";
import { DeviceReference, UserReference } from "../http/endpoint/references.ts";
import { JOB_STATES } from "../storage/database/schema/jobs.ts";

// Data of the events of `GET /api/events`. Each event contains the current value of its topic.

const InventorySummary = z
  .object({
    oid: z.int(),
    name: z.string(),
    inventoryStateId: z.int().min(1).max(8),
    total: z.int(),
    counted: z.int(),
    found: z.int(),
    missing: z.int(),
    unexpected: z.int(),
  })
  .meta({ id: "InventorySummary" });

const PrinterSummary = z
  .object({
    oid: z.int(),
    name: z.string(),
    isActive: z.boolean(),
    waiting: z.int(),
    printing: z.int(),
    lastError: z
      .record(z.string(), z.string())
      .nullable()
      .describe("last error of the first open request with one, by locale"),
  })
  .meta({ id: "PrinterSummary" });

const DeviceSummary = z
  .object({
    deviceTokenId: z.int(),
    deviceName: z.string(),
    kind: z.enum(DEVICE_KINDS),
    user: UserReference.describe("owner of a personal device; for a shared terminal the user who paired it"),
    lastUsedDT: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime(),
    pending: z.int().describe("unsent counts, by its last report"),
    pairedBy: DeviceReference.nullable().describe("the device by which it was paired, with which it ends"),
  })
  .meta({ id: "DeviceSummary" });

const ApprovalCounts = z
  .object({ transfers: z.int(), disposals: z.int(), proposals: z.int(), inventories: z.int() })
  .meta({ id: "ApprovalCounts" });

const JobSummary = z
  .object({
    id: z.int(),
    kind: z.string(),
    state: z.enum(JOB_STATES),
    isUndoing: z.boolean().describe("its changes are being undone; `done` counts the undone rows"),
    canCancel: z.boolean(),
    done: z.int(),
    total: z.int().nullable().describe("null: not known yet"),
    createdDT: z.iso.datetime(),
    startedDT: z.iso.datetime().nullable(),
    subjectId: z.int().nullable().describe("the record that it works on, such as the inventory"),
    fileName: z.string().nullable().describe("of an import; null: another kind"),
    createdBy: z.string(),
  })
  .meta({ id: "JobSummary" });

const JobsSummary = z
  .object({
    jobs: z.array(JobSummary).readonly().describe("the unfinished jobs in the order of their start"),
    ended: z.int().describe("a number that changes when a job ends"),
  })
  .meta({ id: "JobsSummary" });

const ChangeCounts = z
  .object({
    articles: z.int(),
    custodies: z.int(),
    refill: z.int().describe("minimum stock and the refill list"),
    locations: z.int(),
    catalogues: z.int(),
    users: z.int(),
    formats: z.int(),
    printRequests: z.int().describe("printers too, with their addresses"),
    settings: z.int(),
    stocktakes: z.int(),
  })
  .describe("numbers that increase with each change of the kind")
  .meta({ id: "ChangeCounts" });

const CustodyCounts = z
  .object({
    rejected: z.int().describe("hand-overs and returns of terminals that were rejected and not dismissed"),
    open: z.int().describe("articles that a person has"),
    due: z.iso.date().nullable().describe("the earliest due date of these; null: none has one"),
  })
  .meta({ id: "CustodyCounts" });
export type CustodyCounts = z.output<typeof CustodyCounts>;

/** The data of each topic. */
export const ServerEvents = z
  .object({
    inventories: z.array(InventorySummary),
    printers: z.array(PrinterSummary),
    devices: z.array(DeviceSummary),
    approvals: ApprovalCounts,
    custody: CustodyCounts,
    jobs: JobsSummary,
    changes: ChangeCounts,
  })
  .meta({ id: "ServerEvents" });
export type InventorySummary = z.output<typeof InventorySummary>;
export type PrinterSummary = z.output<typeof PrinterSummary>;
export type DeviceSummary = z.output<typeof DeviceSummary>;
export type ApprovalCounts = z.output<typeof ApprovalCounts>;
export type JobSummary = z.output<typeof JobSummary>;
export type JobsSummary = z.output<typeof JobsSummary>;
