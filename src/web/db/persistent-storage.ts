import { signal } from "@preact/signals";

/**
 * Whether the browser has agreed to keep the storage; `unable`: it has no such function (as over plain HTTP).
 */
type Persistence = "unasked" | "kept" | "may-go" | "unable";

export const persistence = signal<Persistence>("unasked");
/** Used and available storage, in bytes; null: unknown. */
export const room = signal<{ readonly used: number; readonly most: number } | null>(null);

/** Asks the browser to keep the storage, and measures it. */
export async function requestPersistence(): Promise<void> {
  // Not available over plain HTTP.
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  if (storage?.persist === undefined) {
    persistence.value = "unable";
    return;
  }
  persistence.value = (await storage.persist()) ? "kept" : "may-go";
  await measureRoom();
}

/** Measures the storage again. */
async function measureRoom(): Promise<void> {
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  if (storage?.estimate === undefined) return;
  const { usage, quota } = await storage.estimate();
  room.value = usage === undefined || quota === undefined ? null : { used: usage, most: quota };
}
