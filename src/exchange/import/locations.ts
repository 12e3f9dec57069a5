import { msg } from "../../domain/message.ts";
import { nameKey } from "../../domain/text-folding.ts";
import { listLocations } from "../../locations/location.ts";
import { formatPath } from "./cell-texts.ts";
import { issueValue, type ReportIssue, repeatedIssue, reportMissingKey } from "./issues.ts";
import { type NameRef, PersonLookup } from "./name-lookup.ts";
import { type FieldChange, outcomeOf, type PlanContext, type PlannedRow, type Planner } from "./planner.ts";

/**
 * Plans locations by path. Names and codes need not be unique. If several locations share a path, each row means a different
 * one; the location with the row's code comes first.
 */
export function locationPlanner(context: PlanContext): Planner {
  const { writer, created, rowsOfLocations: rows } = context;
  const tree = new LocationPaths(context);
  const people = new PersonLookup(context).of("responsibleUser");

  return ({ number, values, invalid, creates }, report): PlannedRow | null => {
    const { location: path, code = null, responsibleUser } = values;
    reportMissingKey("location", path, invalid, report);
    if (path === undefined || invalid.length > 0) return null;
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
      report(repeatedIssue("location", issueValue(key), rows.get(named[0].oid) ?? number));
      return null;
    }
    const present = found?.responsibleUserId ?? null;
    const mayCreate = creates?.includes("responsibleUser") ?? false;
    const person =
      responsibleUser === undefined ? undefined : people.find(responsibleUser, present, mayCreate, report);
    if (person === null) return null;
    if (found === null) {
      const added = tree.add(path, { code, person }, report);
      if (added === null) return null;
      const changes = [
        { field: "location", before: null, after: key },
        ...(code === null ? [] : [{ field: "code", before: null, after: code } as const]),
        ...(person === undefined ? [] : [responsibleChange(null, person)]),
      ] as const;
      return { kind: "create", key, changes, write: () => void rows.set(added.id(), number) };
    }
    const isCoded = code !== null && code !== found.code;
    const isAssigned = person !== undefined && person.oid !== present;
    const changes: FieldChange[] = [
      ...(isCoded ? [{ field: "code", before: found.code, after: code } as const] : []),
      ...(isAssigned ? [responsibleChange(people.nameOf(present), person)] : []),
    ];
    const write = () => {
      rows.set(found.oid, number);
      // It was created by its child's row, which came first, and counts as created by its own.
      if (found.isNew) created.remove("locations", tree.pathOf(found.oid));
      if (changes.length === 0) return;
      writer.changeLocation(found.oid, {
        ...(isCoded && { code }),
        ...(isAssigned && { responsibleUserId: person.id() }),
      });
    };
    return { ...outcomeOf(key, found.isNew, changes), write };
  };
}

function responsibleChange(before: string | null, person: NameRef): FieldChange {
  return { field: "responsibleUser", before, after: person.name };
}

/** The location with this code, or the only one. Without a code in the row: one without a code, else the first. */
function chosen(free: readonly TreeNode[], code: string | null): TreeNode | null {
  const same = free.find((branch) => branch.code === code);
  const only = free.length === 1 ? free[0] : undefined;
  return same ?? only ?? (code === null ? (free[0] ?? null) : null);
}

/** A location of the tree. */
interface TreeNode {
  readonly oid: number;
  readonly name: string;
  readonly code: string | null;
  readonly parent: number | null;
  readonly responsibleUserId: number | null;
  /** Created by this import. */
  readonly isNew: boolean;
}

/** The values of a new location. `person` undefined: nobody. */
interface NewValues {
  readonly code: string | null;
  readonly person: NameRef | undefined;
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

/** The locations of a tenant, by path. Missing ones are created by the writer. */
export class LocationPaths {
  readonly #context: PlanContext;
  readonly #byId = new Map<number, TreeNode>();
  readonly #children = new Map<string, TreeNode[]>();

  constructor(context: PlanContext) {
    this.#context = context;
    const added = context.added("location");
    for (const { parentLocationId, ...location } of listLocations(context.db, context.tenantId))
      this.#insert({ ...location, parent: parentLocationId, isNew: added.has(location.oid) });
  }

  /** All locations with this path. Names compare without regard to case; an exact match comes first. */
  find(path: readonly string[]): readonly TreeNode[] {
    const { depth, found } = this.#descend(path);
    return depth === path.length ? found : [];
  }

  refTo({ oid }: TreeNode): LocationRef {
    return { oid, text: this.pathOf(oid), id: () => oid };
  }

  /** The location of this path. Reports a missing location, and several with this path; null for several. */
  resolve(path: readonly string[], report: ReportIssue): LocationRef | null {
    const { depth, found } = this.#descend(path);
    const value = issueValue(formatPath(path));
    if (found.length > 1) {
      const text = formatPath(path.slice(0, depth));
      const message = msg('Several locations are named "{text}".', {
        text,
      });
      report({ field: "location", kind: "ambiguous", message, value, causeMessage: SEVERAL });
      return null;
    }
    const [nearest] = found;
    const exists = depth === path.length && nearest !== undefined;
    if (!exists || nearest.isNew) {
      const text = formatPath(path);
      const message = msg('"{text}" does not exist.', { text });
      const issue = { field: "location", kind: "unknown", message, value } as const;
      report({ ...issue, causeMessage: UNKNOWN, isCreated: true });
    }
    if (exists) return this.refTo(nearest);
    const text = formatPath([...(nearest ? this.#namesDownTo(nearest.oid) : []), ...path.slice(depth)]);
    return { oid: null, text, id: () => this.#createMissing(path) };
  }

  /**
   * As `resolve`, but a location of this path that alone is preferred comes first. Of several, an exported row is of one where
   * it changes nothing (`isSame`).
   */
  prefer(
    path: readonly string[],
    isPreferred: (oid: number) => boolean,
    isSame: (location: LocationRef & { readonly oid: number }) => boolean,
    report: ReportIssue,
  ): LocationRef | null {
    const preferred = this.find(path)
      .filter(({ oid }) => isPreferred(oid))
      .map((node) => ({ ...this.refTo(node), oid: node.oid }));
    const found = preferred.length === 1 ? preferred[0] : preferred.find(isSame);
    return found ?? this.resolve(path, report);
  }

  /** A location that does not exist, to be created with these values. Null as for `resolve`. */
  add(path: readonly string[], { code, person }: NewValues, report: ReportIssue): { id(): number } | null {
    const [name, above] = [path.at(-1), path.slice(0, -1)];
    // A missing parent is created without an issue, because its own row may follow.
    const parent =
      above.length === 0 ? null : this.resolve(above, (issue) => issue.isCreated !== true && report(issue));
    if (name === undefined || (parent === null && above.length > 0)) return null;
    return {
      id: () => {
        const above = parent && (this.#byId.get(parent.id()) ?? null);
        return this.#create(name, above, { code, responsibleUserId: person?.id() ?? null }).oid;
      },
    };
  }

  /** The path of a location. */
  pathOf(oid: number): string {
    return formatPath(this.#namesDownTo(oid));
  }

  /** A key that identifies a location, also before it is created. */
  keyOf({ oid, text }: LocationRef): string {
    const node = oid === null ? undefined : this.#byId.get(oid);
    return node === undefined || node.isNew ? `path ${nameKey(text)}` : `oid ${node.oid}`;
  }

  #insert(node: TreeNode): void {
    this.#byId.set(node.oid, node);
    const key = childKey(node.parent, node.name);
    const others = this.#children.get(key);
    if (others) others.push(node);
    else this.#children.set(key, [node]);
  }

  #childrenOf(parent: number | null, name: string): readonly TreeNode[] {
    const all = this.#children.get(childKey(parent, name)) ?? [];
    const exact = all.filter((node) => node.name === name);
    return exact.length > 0 ? exact : all;
  }

  /** The number of existing levels of the path, and all locations at the last of them. */
  #descend(path: readonly string[]): { depth: number; found: readonly TreeNode[] } {
    let found: readonly TreeNode[] = [];
    for (const [depth, name] of path.entries()) {
      const next =
        depth === 0 ? this.#childrenOf(null, name) : found.flatMap(({ oid }) => this.#childrenOf(oid, name));
      if (next.length === 0) return { depth, found };
      found = next;
    }
    return { depth: path.length, found };
  }

  #create(
    name: string,
    parent: TreeNode | null,
    values: Pick<TreeNode, "code" | "responsibleUserId"> = { code: null, responsibleUserId: null },
  ): TreeNode {
    const parentLocationId = parent?.oid ?? null;
    const oid = this.#context.writer.addLocation({ name, ...values, parentLocationId });
    const node: TreeNode = { oid, name, ...values, parent: parentLocationId, isNew: true };
    this.#insert(node);
    return node;
  }

  /** Creates the missing locations of a path. Returns the id of the last one. */
  #createMissing(path: readonly string[]): number {
    const { depth, found } = this.#descend(path);
    let node = found[0] ?? null;
    for (const name of path.slice(depth)) {
      node = this.#create(name, node);
      this.#context.created.add("locations", this.pathOf(node.oid));
    }
    if (node === null) throw new Error("a location without a name");
    return node.oid;
  }

  #namesDownTo(oid: number): string[] {
    const names: string[] = [];
    for (let at = this.#byId.get(oid); at; at = at.parent === null ? undefined : this.#byId.get(at.parent))
      names.unshift(at.name);
    return names;
  }
}

const childKey = (parent: number | null, name: string) => `${parent ?? ""} ${nameKey(name)}`;

const SEVERAL = msg("Several locations have this path.");
const UNKNOWN = msg("This location does not exist.");
