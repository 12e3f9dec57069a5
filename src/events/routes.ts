import { z } from "zod";
import { DEVICE_KINDS, type Principal } from "../domain/principal.ts";
import { may } from "../domain/roles.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, stream } from "../http/endpoint/endpoint.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import { DeviceReference, UserReference } from "../http/endpoint/references.ts";
import { makeHub, type Subscription } from "../http/sse/hub.ts";
import { JOB_STATES } from "../storage/database/schema.ts";
import { type TenantTopic, TOPICS } from "./topics.ts";

// Data of the events of `GET /api/events`. Each event contains the current value of its topic.

const InventorySummary = namedObject("InventorySummary", {
  oid: z.int(),
  name: z.string(),
  inventoryStateId: z.int().min(1).max(8),
  total: z.int(),
  counted: z.int(),
  found: z.int(),
  missing: z.int(),
  unexpected: z.int(),
});

const PrinterSummary = namedObject("PrinterSummary", {
  oid: z.int(),
  name: z.string(),
  isActive: z.boolean(),
  waiting: z.int(),
  printing: z.int(),
  lastError: z
    .record(z.string(), z.string())
    .nullable()
    .describe("last error of the first open request with one, by locale"),
});

const DeviceSummary = namedObject("DeviceSummary", {
  deviceTokenId: z.int(),
  deviceName: z.string(),
  kind: z.enum(DEVICE_KINDS),
  user: UserReference.describe("owner of a personal device; for a shared terminal the user who paired it"),
  lastUsedDT: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime(),
  pending: z.int().describe("unsent counts, by its last report"),
  pairedBy: DeviceReference.nullable().describe("the device by which it was paired, with which it ends"),
});

const ApprovalCounts = namedObject("ApprovalCounts", {
  transfers: z.int(),
  disposals: z.int(),
  proposals: z.int(),
  inventories: z.int(),
});

const JobSummary = namedObject("JobSummary", {
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
});

const JobsSummary = namedObject("JobsSummary", {
  jobs: z.array(JobSummary).readonly().describe("the unfinished jobs in the order of their start"),
  ended: z.int().describe("a number that changes when a job ends"),
});

export const ChangeCounts = z
  .object({
    articles: z.int(),
    photos: z.int().describe("attachments too"),
    custodies: z.int(),
    refill: z.int().describe("minimum stock and the refill list"),
    locations: z.int(),
    catalogues: z.int(),
    users: z.int(),
    formats: z.int(),
    printRequests: z.int().describe("printers too, with their addresses"),
    settings: z.int(),
    views: z.int().describe("saved views"),
    stocktakes: z.int(),
  })
  .describe("numbers that increase with each change of the kind")
  .meta({ id: "ChangeCounts" });

const CustodyCounts = namedObject("CustodyCounts", {
  rejected: z.int().describe("hand-overs and returns of terminals that were rejected and not dismissed"),
  open: z.int().describe("articles that a person has"),
  due: z.iso.date().nullable().describe("the earliest due date of these; null: none has one"),
});
export type CustodyCounts = z.output<typeof CustodyCounts>;

/** The data of each topic. */
const ServerEvents = namedObject("ServerEvents", {
  inventories: z.array(InventorySummary),
  printers: z.array(PrinterSummary),
  devices: z.array(DeviceSummary),
  approvals: ApprovalCounts,
  custody: CustodyCounts,
  jobs: JobsSummary,
  changes: ChangeCounts,
});
export type InventorySummary = z.output<typeof InventorySummary>;
export type PrinterSummary = z.output<typeof PrinterSummary>;
export type DeviceSummary = z.output<typeof DeviceSummary>;
export type ApprovalCounts = z.output<typeof ApprovalCounts>;
export type JobSummary = z.output<typeof JobSummary>;
export type JobsSummary = z.output<typeof JobsSummary>;

const INTERVAL_MS = 500;

/** Endpoint for the event stream. */
export function eventRoutes({ storage, log }: Dependencies): Endpoint[] {
  const hub = makeHub(storage, log, INTERVAL_MS);
  return [
    stream("/api/events", {
      operationId: "streamEvents",
      scope: "events:read",
      permission: "terminal",
      summary: "Changes as server-sent events",
      description: `Each event contains the current value of its topic. The stream starts with all topics; then each changed topic follows, at most twice a second.

- \`inventories\`: the open inventories, \`[{ oid, name, inventoryStateId, total, counted, found, missing, unexpected }]\`
- \`printers\`: \`[{ oid, name, isActive, waiting, printing, lastError: { en, cs, … } | null }]\`
- \`devices\` (Admin): \`[{ deviceTokenId, deviceName, kind, user, lastUsedDT, expiresAt, pending }]\`
- \`custody\` (Manager, Admin): numbers of rejected hand-overs and of handed-out articles, and their earliest due date, \`{ rejected, open, due }\`
- \`approvals\` (Manager, Admin): numbers of pending requests, \`{ transfers, disposals, proposals, inventories }\`
- \`jobs\` (Manager, Admin): the unfinished jobs, \`{ jobs: [{ id, kind, state, isUndoing, canCancel, done, total, createdDT, startedDT, subjectId, fileName, createdBy }], ended }\`; \`ended\` is another number after each end of a job
- \`changes\`: \`{ ${Object.keys(ChangeCounts.shape).join(", ")} }\`, numbers that increase with each change of the kind
- \`end\`: the last event, \`{ reason }\`: \`token\` (expired, revoked or changed: log in again), \`roles\` (the roles have changed since the start: connect again) or \`stopping\` (connect again)

A comment is sent every 15 s. A user may have 10 open streams, a paired device 2. EventSource of browsers can't send the token: read the stream with \`fetch\`. An API key gets \`inventories\`, \`printers\`, \`approvals\` and \`custody\` with the scopes \`inventories:read\`, \`labels:read\`, \`requests:read\` and \`custody:read\`, and not \`jobs\`.`,
      response: ServerEvents,
      run: (_, principal) => ({
        kind: "events",
        subscribe: (send, ended) => hub.subscribe(topicsFor(principal), send, ended),
      }),
    }),
  ];
}

/** The subscription of a principal. The topics of a tenant are read once for all roles. */
function topicsFor(principal: Principal): Subscription {
  const { tenantId } = principal;
  const allowed = new Set(TOPICS.filter((topic) => mayReceive(principal, topic)).map(({ name }) => name));
  return {
    channel: String(tenantId),
    tenantId,
    topics: TOPICS,
    isIncluded: ({ name }) => allowed.has(name),
  };
}

function mayReceive(principal: Principal, { permission, scope }: TenantTopic): boolean {
  if (!may(principal, permission)) return false;
  const { apiKey } = principal;
  if (apiKey === undefined || scope === undefined) return true;
  return scope !== null && apiKey.scopes.includes(scope);
}
