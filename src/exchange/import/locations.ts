import { msg } from "../../domain/message.ts";
import { duplicateIssue, requiredIssue } from "./duplicate-rows.ts";
import { issueValue } from "./issues.ts";
import { LocationPaths, type TreeNode } from "./location-paths.ts";
import { formatPath } from "./path.ts";
import type { PlanContext, PlannedRow, Planner } from "./planner.ts";

/**
 * Plans locations by path. Names and codes need not be unique. If several locations share a path, each row means a different
 * one; the location with the row's code comes first.
 */
export function locationPlanner(context: PlanContext): Planner {
  const { writer, rowsOfLocations: rows } = context;
  const tree = new LocationPaths(context);

  return ({ number, values, invalid }, report): PlannedRow | null => {
    const { location: path, code = null } = values;
    if (path === undefined) {
      if (!invalid.includes("location")) report(requiredIssue("location"));
      return null;
    }
    if (invalid.length > 0) return null;
    const key = formatPath(path);
    const named = tree.find(path);
    const free = named.filter(({ oid }) => !rows.has(oid));
    const [first, another] = free;
    const found = chosen(free, code);
    if (found === null && another) {
      const message = msg('Several locations are named "{key}", none of them with this code.', { key });
      report({
        field: "code",
        kind: "ambiguous",
        message,
        value: issueValue(key),
        causeMessage: msg("Several locations have this path, none of them with this code."),
      });
      return null;
    }
    if (first === undefined && named[0]) {
      report(duplicateIssue("location", issueValue(key), rows.get(named[0].oid) ?? number));
      return null;
    }
    if (found === null) {
      const added = tree.add(path, code, report);
      if (added === null) return null;
      const changes = [{ field: "location", before: null, after: key } as const];
      return { kind: "create", key, changes, write: () => void rows.set(added.id(), number) };
    }
    const isSame = code === null || code === found.code;
    const changes = isSame ? [] : [{ field: "code", before: found.code, after: code } as const];
    const write = () => {
      rows.set(found.oid, number);
      if (!isSame) writer.changeLocation(found.oid, { code });
    };
    // A new one was created by its child's row, which came first.
    return { kind: found.isNew ? "create" : isSame ? "unchanged" : "update", key, changes, write };
  };
}

/** The location with this code, or the only one. Without a code in the row: one without a code, else the first. */
function chosen(free: readonly TreeNode[], code: string | null): TreeNode | null {
  const same = free.find((branch) => branch.code === code);
  const only = free.length === 1 ? free[0] : undefined;
  return same ?? only ?? (code === null ? (free[0] ?? null) : null);
}
