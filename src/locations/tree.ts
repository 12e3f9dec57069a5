import type { Db } from "../storage/database/statement.ts";
import { selectFrom } from "../storage/database/table-statements.ts";
import { joinPath } from "./path.ts";

const every = selectFrom("location", ["tenantId"], ["oid", "name", "parentLocationId", "responsibleUserId"], {
  orderBy: ["oid"],
});

/** Other values of a location than the stored ones, by its id. */
type OtherValues = (oid: number) => Partial<NonNullable<ReturnType<typeof every.first>>> | undefined;

/** Reads the locations of a tenant, by default as they are stored. */
export function readTree(db: Db, tenantId: number, otherValues: OtherValues = () => ({})) {
  const locations = new Map(
    every
      .all(db, { tenantId })
      .map((location) => [location.oid, { ...location, ...otherValues(location.oid) }]),
  );
  const children = Map.groupBy(locations.values(), ({ parentLocationId }) => parentLocationId);

  /** Those that were found: a tree may be ten thousand levels deep. */
  const responsible = new Map<number, number | null>();

  function* upward(oid: number) {
    for (
      let at = locations.get(oid);
      at !== undefined;
      at = at.parentLocationId === null ? undefined : locations.get(at.parentLocationId)
    )
      yield at;
  }

  return {
    /** Every location, by id. */
    ids: [...locations.keys()],
    /** These locations and all their descendants, without duplicates, by id. Unknown ids are ignored. */
    withDescendants(oids: Iterable<number>) {
      const found = new Set<number>();
      // Iterating a set includes entries added meanwhile, so any depth works without recursion.
      for (const oid of oids) if (locations.has(oid)) found.add(oid);
      for (const oid of found) for (const child of children.get(oid) ?? []) found.add(child.oid);
      return [...found].sort((a, b) => a - b);
    },
    /**
     * The path from the root, `Main building / First floor / 101`. A long path is shortened to its end, `… / First floor / 101`.
     * Empty for an unknown id.
     */
    pathOf: (oid: number) => joinPath(upward(oid).map(({ name }) => name)),
    /** The responsible person of the nearest location that has one, from the location upward; null: nobody. */
    responsibleOf(oid: number) {
      const passed: number[] = [];
      let found: number | null = null;
      for (const { oid: at, responsibleUserId } of upward(oid)) {
        passed.push(at);
        const known = responsibleUserId ?? responsible.get(at);
        if (known === undefined) continue;
        found = known;
        break;
      }
      for (const at of passed) responsible.set(at, found);
      return found;
    },
  };
}
