import type { Permission } from "../domain/roles.ts";
import type { Scope } from "../domain/scopes.ts";
import type { Topic } from "../http/sse/hub.ts";
import { CATALOGUE_NAMES } from "../records/catalogues.ts";
import type { TableName } from "../storage/database/schema.ts";
import * as store from "./store.ts";

/** A topic of the tenant with its permission. */
export interface TenantTopic extends Topic {
  readonly permission: Permission;
  /** The scope that an API key needs beside `events:read`; null: no key gets the topic. Absent: none. */
  readonly scope?: Scope | null;
}

type Query = (typeof store)["inventories" | "printers" | "devices"];
const list =
  (query: Query): Topic["state"] =>
  async ({ reader }, tenantId) => {
    const { pieces } = await reader.rows(query.bound({ tenantId }));
    return `[${Buffer.concat(pieces).toString()}]`;
  };

const single =
  (query: (typeof store)["approvals" | "custody" | "jobs"]): Topic["state"] =>
  async ({ reader }, tenantId) => {
    const { pieces } = await reader.rows(query.bound({ tenantId }));
    return Buffer.concat(pieces).toString();
  };

const TABLES_BY_KIND = {
  articles: ["article", "articleLocation", "additionalCode"],
  // Attachments and the photos of counts too.
  photos: ["photo"],
  custodies: ["custody"],
  refill: ["refillRule", "refillShortage"],
  locations: ["location"],
  catalogues: [...CATALOGUE_NAMES, "catalogueSetting", "customField"],
  users: ["user"],
  formats: ["printFormat"],
  // A request contains the name of its printer.
  printRequests: ["printRequest", "printer"],
  settings: ["setting", "company"],
  views: ["savedView"],
  // Also changes that the topic `inventories` does not contain: decisions, approvals, unknown codes, unsent counts.
  stocktakes: [
    "inventory",
    "inventoryItem",
    "countOperation",
    "countingTerminal",
    "inventorySeal",
    "inventoryAddendum",
  ],
} as const satisfies Record<string, readonly TableName[]>;

/** The topics of `GET /api/events`. */
export const TOPICS: readonly TenantTopic[] = [
  {
    name: "inventories",
    permission: "terminal",
    scope: "inventories:read",
    tables: ["inventory", "inventoryItem"],
    state: list(store.inventories),
  },
  {
    name: "printers",
    permission: "work",
    scope: "labels:read",
    tables: ["printer", "printRequest"],
    state: list(store.printers),
  },
  {
    name: "devices",
    permission: "administer",
    tables: ["deviceToken", "deviceUse", "countingTerminal", "user", "inventory"],
    state: list(store.devices),
  },
  {
    name: "approvals",
    permission: "manage",
    scope: "requests:read",
    // A movement of stock withdraws the approval of a stocktake by a trigger, in a write that names its items alone.
    tables: ["articleTransfer", "disposalProposal", "article", "inventory", "inventoryItem"],
    state: single(store.approvals),
  },
  {
    name: "custody",
    permission: "manage",
    scope: "custody:read",
    tables: ["custody", "custodyOperation"],
    state: single(store.custody),
  },
  // Not in `changes`: each slice of a job writes its row, and terminals follow `changes`.
  { name: "jobs", permission: "manage", scope: null, tables: ["job", "user"], state: single(store.jobs) },
  {
    name: "changes",
    permission: "terminal",
    tables: Object.values(TABLES_BY_KIND).flat(),
    async state({ versions }, tenantId) {
      const newest = Object.entries(TABLES_BY_KIND).map(([name, tables]) => [
        name,
        versions.of(tenantId, tables),
      ]);
      return JSON.stringify(Object.fromEntries(newest));
    },
  },
];
