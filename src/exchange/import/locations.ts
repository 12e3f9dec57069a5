import { msg } from "../../domain/message.ts";
import { issueValue } from "./issues.ts";
import { pathText } from "./path.ts";
import type { Planned, Planner, PlanParts } from "./plan.ts";
import { duplicate, requiredFor } from "./repeated.ts";
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

  return ({ number, values, faulty }, tell): Planned | null => {
    const { location: path, code = null } = values;
    if (path === undefined) {
      if (!faulty.includes("location")) tell(requiredFor("location"));
      return null;
    }
    if (faulty.length > 0) return null;
    const key = pathText(path);
    const named = tree.find(path);
    const free = named.filter(({ oid }) => !rows.has(oid));
    const [first, another] = free;
    const found = chosen(free, code);
    if (found === null && another) {
      const words = msg(
        `Several locations are named "${key}", none of them with this code.`,
        `„${key}“ se jmenuje více umístění, žádné s tímto kódem.`,
      );
      tell({ field: "code", kind: "ambiguous", words, value: issueValue(key), causeWords: NONE_OF_THEM });
      return null;
    }
    if (first === undefined && named[0]) {
      tell(duplicate("location", issueValue(key), rows.get(named[0].oid) ?? number));
      return null;
    }
    if (found === null) {
      const added = tree.add(path, code, tell);
      if (added === null) return null;
      const changes = [{ field: "location", before: null, after: key } as const];
      return { kind: "create", key, changes, write: () => void rows.set(added.id(), number) };
    }
    const isSame = code === null || code === found.code;
    const changes = isSame ? [] : [{ field: "code", before: found.code, after: code } as const];
    const write = () => {
      rows.set(found.oid, number);
      if (!isSame) hand.changeLocation(found.oid, { code });
    };
    // A new one was made by its child's row, which came first.
    return { kind: found.isNew ? "create" : isSame ? "unchanged" : "update", key, changes, write };
  };
}

const NONE_OF_THEM = msg(
  "Several locations have this path, none of them with this code.",
  "Tuto cestu má více umístění, žádné s tímto kódem.",
);

/** The one with this code; the only one, or where no code is said any without one, else the first. */
function chosen(free: readonly Branch[], code: string | null): Branch | null {
  const same = free.find((branch) => branch.code === code);
  const only = free.length === 1 ? free[0] : undefined;
  return same ?? only ?? (code === null ? (free[0] ?? null) : null);
}
