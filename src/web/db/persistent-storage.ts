import { signal } from "@preact/signals";

/** Whether the browser has promised to keep what is kept here; `unable`: it can't be asked (as over plain HTTP). */
export type Persistence = "unasked" | "kept" | "may-go" | "unable";

export const persistence = signal<Persistence>("unasked");
/** How much room this site takes of what it may, in bytes; null: the browser does not say. */
export const room = signal<{ readonly used: number; readonly most: number } | null>(null);

/** Asks the browser to keep what is kept, and how much room there is. */
export async function requestPersistence(): Promise<void> {
  // Over plain HTTP there is none.
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  if (storage?.persist === undefined) {
    persistence.value = "unable";
    return;
  }
  persistence.value = (await storage.persist()) ? "kept" : "may-go";
  await measureRoom();
}

/** Looks again how much room there is. */
export async function measureRoom(): Promise<void> {
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  if (storage?.estimate === undefined) return;
  const { usage, quota } = await storage.estimate();
  room.value = usage === undefined || quota === undefined ? null : { used: usage, most: quota };
}
