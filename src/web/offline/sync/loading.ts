import { signal } from "@preact/signals";

/** Progress of a load, for a progress bar; `total` null: unknown. */
export interface Loading {
  readonly what: "articles" | "items" | "locations";
  readonly done: number;
  readonly total: number | null;
}

/** Null: nothing is loading. */
export const loading = signal<Loading | null>(null);
