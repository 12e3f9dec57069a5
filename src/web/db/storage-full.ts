/** True for the error of a write for which the browser has no more storage. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "QuotaExceededError";
