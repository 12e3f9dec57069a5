import { nameKey } from "../storage/fold.ts";
import { say } from "../words.ts";
import { pathText } from "./path.ts";
import type { PlanParts, TellFault } from "./plan.ts";
import * as store from "./store.ts";

/** A location as the tree knows it. */
export interface Branch {
  readonly oid: number;
  readonly name: string;
  readonly code: string | null;
  readonly parent: number | null;
  /** Made by this import. */
  readonly isNew: boolean;
}

/** The locations of a tenant, by the names from the root down. */
export interface Tree {
  /** All that a path may mean: names compare without regard to case, but one that is written alike comes first. */
  find(path: readonly string[]): readonly Branch[];
  /** The location of this path, made where it is missing, its parents too; null where several are meant: told to `fault`. */
  make(path: readonly string[], fault: TellFault): Branch | null;
  /** Makes a location that `find` does not find, and its parents as `make` does. */
  add(path: readonly string[], code: string | null, fault: TellFault): Branch | null;
  /** The path of a location as text. */
  pathOf(oid: number): string;
}

/** Reads the tenant's locations; what is missing is made by the hand. */
export function locationTree({ db, hand, tenantId, made }: PlanParts): Tree {
  const byId = new Map<number, Branch>();
  const children = new Map<string, Branch[]>();
  const keyOf = (parent: number | null, name: string) => `${parent ?? ""} ${nameKey(name)}`;
  const insert = (branch: Branch) => {
    byId.set(branch.oid, branch);
    const key = keyOf(branch.parent, branch.name);
    const others = children.get(key);
    if (others) others.push(branch);
    else children.set(key, [branch]);
  };
  for (const { oid, name, code, parentLocationId } of store.locations.all(db, { tenantId }))
    insert({ oid, name, code, parent: parentLocationId, isNew: false });

  const below = (parent: number | null, name: string): readonly Branch[] => {
    const all = children.get(keyOf(parent, name)) ?? [];
    const alike = all.filter((branch) => branch.name === name);
    return alike.length > 0 ? alike : all;
  };
  /** The deepest level of the path that exists, and all that it may mean. */
  function descend(path: readonly string[]): { depth: number; found: readonly Branch[] } {
    let found: readonly Branch[] = [];
    for (const [depth, name] of path.entries()) {
      const next = depth === 0 ? below(null, name) : found.flatMap(({ oid }) => below(oid, name));
      if (next.length === 0) return { depth, found };
      found = next;
    }
    return { depth: path.length, found };
  }
  function create(name: string, code: string | null, parent: Branch | null): Branch {
    const parentLocationId = parent?.oid ?? null;
    const oid = hand.addLocation({ name, code, parentLocationId });
    const branch: Branch = { oid, name, code, parent: parentLocationId, isNew: true };
    insert(branch);
    return branch;
  }
  function make(path: readonly string[], fault: TellFault): Branch | null {
    const { depth, found } = descend(path);
    if (found.length > 1) {
      const text = pathText(path.slice(0, depth));
      fault(
        "location",
        say(`Several locations are called "${text}".`, `„${text}“ se jmenuje více umístění.`),
      );
      return null;
    }
    let at = found[0] ?? null;
    for (const [index, name] of path.slice(depth).entries()) {
      at = create(name, null, at);
      made.note("locations", pathText(path.slice(0, depth + index + 1)));
    }
    return at;
  }
  return {
    find(path) {
      const { depth, found } = descend(path);
      return depth === path.length ? found : [];
    },
    make,
    add(path, code, fault) {
      const [name, above] = [path.at(-1), path.slice(0, -1)];
      const parent = above.length === 0 ? null : make(above, fault);
      if (name === undefined || (parent === null && above.length > 0)) return null;
      return create(name, code, parent);
    },
    pathOf(oid) {
      const names: string[] = [];
      for (let at = byId.get(oid); at; at = at.parent === null ? undefined : byId.get(at.parent))
        names.unshift(at.name);
      return pathText(names);
    },
  };
}
