import { msg } from "../../domain/message.ts";
import { nameKey } from "../../domain/text-folding.ts";
import { listLocations } from "../../locations/location.ts";
import { issueValue, type ReportIssue } from "./issues.ts";
import { formatPath } from "./path.ts";
import type { PlanContext } from "./planner.ts";

/** A location of the tree. */
export interface TreeNode {
  readonly oid: number;
  readonly name: string;
  readonly code: string | null;
  readonly parent: number | null;
  /** Created by this import. */
  readonly isNew: boolean;
}

/** A location that a row refers to. */
export interface LocationRef {
  /** Null: the location does not exist yet. */
  readonly oid: number | null;
  /** The path. */
  readonly text: string;
  /** The id of the location, which is created with its parents if it is missing. */
  id(): number;
}

/** The locations of a tenant, by path. */
export interface LocationTree {
  /** All locations with this path. Names compare without regard to case; an exact match comes first. */
  find(path: readonly string[]): readonly TreeNode[];
  refTo(branch: TreeNode): LocationRef;
  /** The location of this path; null where several are meant, which is reportIssue, as is what does not exist yet. */
  resolve(path: readonly string[], report: ReportIssue): LocationRef | null;
  /** A location that does not exist, to be created with this code. Null as for `resolve`. */
  add(path: readonly string[], code: string | null, report: ReportIssue): { id(): number } | null;
  /** The path of a location. */
  pathOf(oid: number): string;
  /** A key that identifies a location, also before it is created. */
  keyOf(ref: LocationRef): string;
}

/** Reads the tenant's locations; what is missing is created by the writer. */
export function readLocationTree({ db, writer, tenantId, created }: PlanContext): LocationTree {
  const byId = new Map<number, TreeNode>();
  const children = new Map<string, TreeNode[]>();
  const keyOf = (parent: number | null, name: string) => `${parent ?? ""} ${nameKey(name)}`;
  const insert = (branch: TreeNode) => {
    byId.set(branch.oid, branch);
    const key = keyOf(branch.parent, branch.name);
    const others = children.get(key);
    if (others) others.push(branch);
    else children.set(key, [branch]);
  };
  for (const { oid, name, code, parentLocationId } of listLocations(db, tenantId))
    insert({ oid, name, code, parent: parentLocationId, isNew: false });

  const below = (parent: number | null, name: string): readonly TreeNode[] => {
    const all = children.get(keyOf(parent, name)) ?? [];
    const alike = all.filter((branch) => branch.name === name);
    return alike.length > 0 ? alike : all;
  };
  /** The number of existing levels of the path, and all locations at the last of them. */
  function descend(path: readonly string[]): { depth: number; found: readonly TreeNode[] } {
    let found: readonly TreeNode[] = [];
    for (const [depth, name] of path.entries()) {
      const next = depth === 0 ? below(null, name) : found.flatMap(({ oid }) => below(oid, name));
      if (next.length === 0) return { depth, found };
      found = next;
    }
    return { depth: path.length, found };
  }
  function create(name: string, code: string | null, parent: TreeNode | null): TreeNode {
    const parentLocationId = parent?.oid ?? null;
    const oid = writer.addLocation({ name, code, parentLocationId });
    const branch: TreeNode = { oid, name, code, parent: parentLocationId, isNew: true };
    insert(branch);
    return branch;
  }
  /** Creates the missing locations of a path. */
  function createMissing(path: readonly string[]): number {
    const { depth, found } = descend(path);
    let at = found[0] ?? null;
    for (const [index, name] of path.slice(depth).entries()) {
      at = create(name, null, at);
      created.add("locations", formatPath(path.slice(0, depth + index + 1)));
    }
    if (at === null) throw new Error("a location without a name");
    return at.oid;
  }
  function namesDownTo(oid: number): string[] {
    const names: string[] = [];
    for (let at = byId.get(oid); at; at = at.parent === null ? undefined : byId.get(at.parent))
      names.unshift(at.name);
    return names;
  }
  const pathOf = (oid: number) => formatPath(namesDownTo(oid));
  const refTo = ({ oid }: TreeNode): LocationRef => ({ oid, text: pathOf(oid), id: () => oid });
  function resolve(path: readonly string[], report: ReportIssue): LocationRef | null {
    const { depth, found } = descend(path);
    const value = issueValue(formatPath(path));
    if (found.length > 1) {
      const text = formatPath(path.slice(0, depth));
      const message = msg(`Several locations are named "${text}".`, `„${text}“ se jmenuje více umístění.`);
      report({ field: "location", kind: "ambiguous", message, value, causeMessage: SEVERAL });
      return null;
    }
    const [nearest] = found;
    const exists = depth === path.length && nearest !== undefined;
    if (!exists || nearest.isNew) {
      const text = formatPath(path);
      const message = msg(`"${text}" does not exist.`, `„${text}“ neexistuje.`);
      report({
        ...{ field: "location", kind: "unknown", message, value },
        causeMessage: UNKNOWN,
        isCreated: true,
      });
    }
    if (exists) return refTo(nearest);
    const text = formatPath([...(nearest ? namesDownTo(nearest.oid) : []), ...path.slice(depth)]);
    return { oid: null, text, id: () => createMissing(path) };
  }
  return {
    find(path) {
      const { depth, found } = descend(path);
      return depth === path.length ? found : [];
    },
    refTo,
    resolve,
    add(path, code, report) {
      const [name, above] = [path.at(-1), path.slice(0, -1)];
      const parent =
        above.length === 0
          ? null
          : resolve(above, (issue) => {
              // A missing parent is created without an issue, because its own row may follow.
              if (issue.isCreated !== true) report(issue);
            });
      if (name === undefined || (parent === null && above.length > 0)) return null;
      return { id: () => create(name, code, parent && (byId.get(parent.id()) ?? null)).oid };
    },
    pathOf,
    keyOf({ oid, text }) {
      const branch = oid === null ? undefined : byId.get(oid);
      return branch === undefined || branch.isNew ? `path ${nameKey(text)}` : `oid ${branch.oid}`;
    },
  };
}

const SEVERAL = msg("Several locations have this path.", "Tuto cestu má více umístění.");
const UNKNOWN = msg("This location does not exist.", "Toto umístění neexistuje.");
