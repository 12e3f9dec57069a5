import { msg } from "../../domain/message.ts";
import { nameKey } from "../../domain/text-folding.ts";
import { issueValue, type TellIssue } from "./issues.ts";
import { pathText } from "./path.ts";
import type { PlanParts } from "./plan.ts";
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

/** A location that a row names. */
export interface LocationRef {
  /** Null: it does not exist yet. */
  readonly oid: number | null;
  /** Its path. */
  readonly text: string;
  /** Its id; what does not exist is created, its parents too. */
  id(): number;
}

/** The locations of a tenant, by the names from the root down. */
export interface Tree {
  /** All that a path may mean: names compare without regard to case, but one that is written alike comes first. */
  find(path: readonly string[]): readonly Branch[];
  refTo(branch: Branch): LocationRef;
  /** The location of this path; null where several are meant, which is told, as is what does not exist yet. */
  resolve(path: readonly string[], tell: TellIssue): LocationRef | null;
  /** A location that `find` does not find, to be created with this code; null as `resolve`. */
  add(path: readonly string[], code: string | null, tell: TellIssue): { id(): number } | null;
  /** The path of a location as text. */
  pathOf(oid: number): string;
  /** The same for two locations only where they are one, also before they are created. */
  keyOf(ref: LocationRef): string;
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
  /** Creates what is missing of a path. */
  function make(path: readonly string[]): number {
    const { depth, found } = descend(path);
    let at = found[0] ?? null;
    for (const [index, name] of path.slice(depth).entries()) {
      at = create(name, null, at);
      made.note("locations", pathText(path.slice(0, depth + index + 1)));
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
  const pathOf = (oid: number) => pathText(namesDownTo(oid));
  const refTo = ({ oid }: Branch): LocationRef => ({ oid, text: pathOf(oid), id: () => oid });
  function resolve(path: readonly string[], tell: TellIssue): LocationRef | null {
    const { depth, found } = descend(path);
    const value = issueValue(pathText(path));
    if (found.length > 1) {
      const text = pathText(path.slice(0, depth));
      const words = msg(`Several locations are named "${text}".`, `„${text}“ se jmenuje více umístění.`);
      tell({ field: "location", kind: "ambiguous", words, value, causeWords: SEVERAL });
      return null;
    }
    const [nearest] = found;
    const isThere = depth === path.length && nearest !== undefined;
    if (!isThere || nearest.isNew) {
      const text = pathText(path);
      const words = msg(`"${text}" does not exist.`, `„${text}“ neexistuje.`);
      tell({ ...{ field: "location", kind: "unknown", words, value }, causeWords: UNKNOWN, isCreated: true });
    }
    if (isThere) return refTo(nearest);
    const text = pathText([...(nearest ? namesDownTo(nearest.oid) : []), ...path.slice(depth)]);
    return { oid: null, text, id: () => make(path) };
  }
  return {
    find(path) {
      const { depth, found } = descend(path);
      return depth === path.length ? found : [];
    },
    refTo,
    resolve,
    add(path, code, tell) {
      const [name, above] = [path.at(-1), path.slice(0, -1)];
      const parent =
        above.length === 0
          ? null
          : resolve(above, (issue) => {
              // A parent is created in any case: its own row may come later.
              if (issue.isCreated !== true) tell(issue);
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
