import type { Endpoints } from "../../api/types/endpoints.d.ts";

// The events of the server (GET /api/events). Each event contains the current value of its topic.

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

/** The state of the stream: `live`: connected; `away`: the server does not respond; `ended`: nobody is logged in. */
export type StreamState = "connecting" | "live" | "away" | "ended";

/** A message of the stream: its state after a change, or the current value of a topic as JSON. */
export type StreamMessage =
  | { readonly kind: "state"; readonly state: StreamState }
  | { readonly kind: "topic"; readonly topic: Topic; readonly text: string };
