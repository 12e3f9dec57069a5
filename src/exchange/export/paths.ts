import type { Db } from "../../storage/database/statement.ts";
import { escapeName, formatPath, MAX_PATH_LENGTH } from "../import/cell-texts.ts";
import * as store from "./store.ts";

/** Longer paths are not cached: the tree may be ten thousand levels deep. */
const MAX_CACHED_LENGTH = 500;

/** Reads the locations of a tenant. */
export function readPaths(db: Db, tenantId: number) {
  const all = store.locations.all(db, { tenantId });
  const byId = new Map(all.map((one) => [one.oid, one]));
  const children = Map.groupBy(all, ({ parentLocationId }) => parentLocationId);
  const cached = new Map<number, string>();

  function pathOf(oid: number): string | null {
    const names: string[] = [];
    let length = 0;
    for (
      let at = byId.get(oid);
      at;
      at = at.parentLocationId === null ? undefined : byId.get(at.parentLocationId)
    ) {
      names.push(at.name);
      length += escapeName(at.name).length + 3;
      if (length - 3 > MAX_PATH_LENGTH) return null;
    }
    return formatPath(names.reverse());
  }
  return {
    /** The path; null if it is longer than a cell can hold. */
    of(oid: number) {
      const known = cached.get(oid);
      if (known !== undefined) return known;
      const path = pathOf(oid);
      if (path !== null && path.length <= MAX_CACHED_LENGTH) cached.set(oid, path);
      return path;
    },
    /** All locations, parents before children, siblings by name. */
    *inOrder() {
      const pending = (children.get(null) ?? []).toReversed();
      for (let next = pending.pop(); next; next = pending.pop()) {
        yield next;
        // One by one: a call takes no hundred thousand arguments.
        for (const child of (children.get(next.oid) ?? []).toReversed()) pending.push(child);
      }
    },
  };
}
