import type { Storage } from "../storage/storage.ts";

/** Waiting readers read so often at most: in between there may be thousands of commits. */
const INTERVAL_MS = 200;

interface Waiting {
  readonly tenantId: number;
  readonly version: number;
  end(): void;
}

/** Waits for changes in the feed of a tenant. */
export type ChangeWait = ReturnType<typeof makeChangeWait>;

/** Makes the wait of a server. `intervalMs`: between two reads of a waiting reader, at least. */
export function makeChangeWait(storage: Storage, intervalMs = INTERVAL_MS) {
  const waiting = new Set<Waiting>();
  const versionOf = (tenantId: number) => storage.versions.of(tenantId, ["changeEntry"]);
  let timer: NodeJS.Timeout | null = null;

  function wake(): void {
    timer = null;
    for (const one of waiting) if (versionOf(one.tenantId) > one.version) one.end();
  }
  function wakeLater(): void {
    if (timer === null) timer = setTimeout(wake, intervalMs).unref();
  }

  return {
    /** The present version of a tenant's feed. */
    versionOf,
    /** Resolves when the tenant's feed is newer than `version`, after `ms`, and when `ended` is aborted. */
    async wait(tenantId: number, version: number, ms: number, ended: AbortSignal) {
      if (ended.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const one: Waiting = { tenantId, version, end: resolve };
      const deadline = setTimeout(resolve, ms).unref();
      ended.addEventListener("abort", one.end, { once: true });
      waiting.add(one);
      const unsubscribe = storage.onChange(["changeEntry"], wakeLater);
      // Something was committed while the reader read.
      if (versionOf(tenantId) > version) wakeLater();
      await promise;
      unsubscribe();
      waiting.delete(one);
      clearTimeout(deadline);
      ended.removeEventListener("abort", one.end);
    },
  };
}
