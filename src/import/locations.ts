import { say } from "../words.ts";
import { pathText } from "./path.ts";
import type { Outcome, Planner, PlanParts } from "./plan.ts";
import { REQUIRED } from "./repeated.ts";
import { type Branch, locationTree } from "./tree.ts";

/**
 * Plans locations by their path. Names and codes need not be unique: of several locations with one path each row means
 * another one, the one with its code first.
 */
export function locationPlanner(parts: PlanParts): Planner {
  const { hand } = parts;
  const tree = locationTree(parts);
  /** The row that means each location. */
  const rows = new Map<number, number>();

  return ({ number, values, faulty }, fault): Outcome | null => {
    const { location: path, code = null } = values;
    if (path === undefined) {
      if (!faulty.includes("location")) fault("location", REQUIRED);
      return null;
    }
    if (faulty.length > 0) return null;
    const key = pathText(path);
    const named = tree.find(path);
    const free = named.filter(({ oid }) => !rows.has(oid));
    const [first, another] = free;
    const found = chosen(free, code);
    if (found === null && another) {
      fault(
        "code",
        say(
          `Several locations are called "${key}", none of them with this code.`,
          `„${key}“ se jmenuje více umístění, žádné s tímto kódem.`,
        ),
      );
      return null;
    }
    if (first === undefined && named[0]) {
      const row = rows.get(named[0].oid);
      fault("location", say(`is the same as in row ${row}`, `je stejné jako v řádku ${row}`));
      return null;
    }
    if (found === null) {
      const made = tree.add(path, code, fault);
      if (made === null) return null;
      rows.set(made.oid, number);
      return { kind: "create", key, changes: [{ field: "location", before: null, after: key }] };
    }
    rows.set(found.oid, number);
    const isSame = code === null || code === found.code;
    if (!isSame) hand.changeLocation(found.oid, { code });
    const changes = isSame ? [] : [{ field: "code", before: found.code, after: code } as const];
    // A new one was made by its child's row, which came first.
    return { kind: found.isNew ? "create" : isSame ? "unchanged" : "update", key, changes };
  };
}

/** The one with this code; the only one, or where no code is said any without one, else the first. */
function chosen(free: readonly Branch[], code: string | null): Branch | null {
  const same = free.find((branch) => branch.code === code);
  const only = free.length === 1 ? free[0] : undefined;
  return same ?? only ?? (code === null ? (free[0] ?? null) : null);
}
