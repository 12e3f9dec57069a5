import type {
  ApprovalCounts,
  DeviceSummary,
  InventorySummary,
  JobsSummary,
  PrinterSummary,
} from "../../api/types/endpoints.d.ts";

// What the server's event stream tells (GET /api/events): each topic whole, as it is now.

/** The numbers that grow when something of the kind has changed. */
export interface ChangeCounts {
  readonly articles: number;
  readonly locations: number;
  readonly catalogues: number;
  readonly users: number;
  readonly formats: number;
  /** Printers too, with their addresses. */
  readonly printRequests: number;
  readonly settings: number;
  readonly stocktakes: number;
}

/** All topics. */
export interface EventData {
  readonly inventories: readonly InventorySummary[];
  readonly printers: readonly PrinterSummary[];
  readonly devices: readonly DeviceSummary[];
  readonly approvals: ApprovalCounts;
  readonly jobs: JobsSummary;
  readonly changes: ChangeCounts;
}

export type Topic = keyof EventData;
export const TOPICS: readonly Topic[] = [
  "inventories",
  "printers",
  "devices",
  "approvals",
  "jobs",
  "changes",
];

/** How the stream is: `live`: it tells; `away`: the server does not answer; `ended`: nobody is logged in. */
export type StreamState = "asking" | "live" | "away" | "ended";

/** What whoever listens is told. A state comes when it changes, a topic with its text in JSON. */
export type Told =
  | { readonly is: "state"; readonly state: StreamState }
  | { readonly is: "topic"; readonly topic: Topic; readonly text: string };
