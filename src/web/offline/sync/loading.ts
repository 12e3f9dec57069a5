import { signal } from "@preact/signals";

/** What is being brought from the server, to be shown as a bar; `total` null: nobody knows how many there are. */
export interface Loading {
  readonly what: "articles" | "items" | "places";
  readonly done: number;
  readonly total: number | null;
}

/** Null: nothing that takes a while. */
export const loading = signal<Loading | null>(null);
