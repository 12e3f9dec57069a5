import type { Storage } from "../../src/storage/storage.ts";
import type { TestBox } from "../harness/box.ts";

/** From now on the writes that callers ask for wait until `count` of them have been asked for: all checks before are done. */
export function together(box: TestBox, count: number): void {
  const { storage } = box.appliance.dependencies;
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
