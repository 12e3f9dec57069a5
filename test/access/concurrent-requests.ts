import type { Storage } from "../../src/storage/storage.ts";
import type { TestServer } from "../harness/server.ts";

/**
 * Delays the writes of users until `count` of them are waiting, so that all their checks have run before the first write.
 */
export function together(server: TestServer, count: number): void {
  const { storage } = server.appliance.dependencies;
  const write: Storage["write"] = storage.write;
  const all = Promise.withResolvers<void>();
  let asked = 0;
  const gathered: Storage["write"] = async (tenantId, work, options) => {
    if (options?.by !== undefined) {
      asked++;
      if (asked === count) all.resolve();
      await all.promise;
    }
    return write(tenantId, work, options);
  };
  Object.assign(storage, { write: gathered });
}
