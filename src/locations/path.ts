import { type Db, sqlite, statement } from "../storage/database/statement.ts";

const SEPARATOR = " / ";
/** Maximum characters of the names in a path: full paths of ten thousand levels would take gigabytes. */
const MAX_PATH_LENGTH = 500;

/** Joins names, the location's own first, into a path from the root. A long one is shortened to its end, `… / First floor / 101`. */
export function joinPath(upward: Iterable<string>): string {
  const names: string[] = [];
  let length = 0;
  for (const name of upward) {
    length += names.length === 0 ? name.length : SEPARATOR.length + name.length;
    if (names.length > 0 && length > MAX_PATH_LENGTH) {
      names.push("…");
      break;
    }
    names.push(name);
  }
  return names.reverse().join(SEPARATOR);
}

/** The names from a location up to its root, at most as many as a path may hold. */
const namesUpward = statement((p: { tenantId: number; oid: number; limit: number }) =>
  sqlite
    .withRecursive("up", (db) =>
      db
        .selectFrom("location as l")
        .select(["l.name", "l.parentLocationId"])
        .where("l.oid", "=", p.oid)
        .where("l.tenantId", "=", p.tenantId)
        .unionAll((eb) =>
          eb
            .selectFrom("location as l")
            .innerJoin("up", "up.parentLocationId", "l.oid")
            .select(["l.name", "l.parentLocationId"]),
        ),
    )
    .selectFrom("up")
    .select("up.name")
    .limit(p.limit),
);

/** Reads paths of locations, each once. */
export function makePaths(db: Db, tenantId: number): (location: { readonly oid: number }) => string {
  const paths = new Map<number, string>();
  return ({ oid }) => {
    const path = paths.get(oid) ?? locationPath(db, tenantId, oid);
    paths.set(oid, path);
    return path;
  };
}

/** The path of one location: `Main building / First floor / 101`. Empty for an unknown id. */
export function locationPath(db: Db, tenantId: number, oid: number): string {
  return joinPath(namesUpward.all(db, { tenantId, oid, limit: MAX_PATH_LENGTH }).map(({ name }) => name));
}
