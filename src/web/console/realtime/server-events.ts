import type { Endpoints } from "../../api/types/endpoints.d.ts";

// What the server's event stream tells (GET /api/events): each topic whole, as it is now.

/** The data of all topics. */
export type EventData = Endpoints["GET /api/events"]["events"];

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
