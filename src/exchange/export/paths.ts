import type { Db } from "../../storage/database/statement.ts";
import { escapeName, formatPath, MAX_PATH_LENGTH } from "../import/path.ts";
import * as store from "./store.ts";

/** A location in the order of the tree: each before what is below it. */
export interface OrderedLocation {
  readonly oid: number;
  readonly code: string | null;
}

/** The paths of a tenant's locations. */
export interface Paths {
  /** The path as text; null where it is longer than a cell holds. */
  of(oid: number): string | null;
  /** All locations, each before those below it, by name among its siblings. */
  inOrder(): Generator<OrderedLocation, void>;
}

/** Paths up to this length are kept: the tree may be ten thousand levels deep. */
const MAX_CACHED_LENGTH = 500;

/** Reads the tree of a tenant. */
export function readPaths(db: Db, tenantId: number): Paths {
  const all = store.locations.all(db, { tenantId });
  const byId = new Map(all.map((one) => [one.oid, one]));
  const children = Map.groupBy(all, ({ parentLocationId }) => parentLocationId);
  const kept = new Map<number, string>();

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
    of(oid) {
      const known = kept.get(oid);
      if (known !== undefined) return known;
      const path = pathOf(oid);
      if (path !== null && path.length <= MAX_CACHED_LENGTH) kept.set(oid, path);
      return path;
    },
    *inOrder() {
      const waiting = [...(children.get(null) ?? [])].reverse();
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        yield next;
        waiting.push(...[...(children.get(next.oid) ?? [])].reverse());
      }
    },
  };
}
