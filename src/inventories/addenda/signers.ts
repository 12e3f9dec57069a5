import { z } from "zod";
import { confirmationOf } from "../../domain/stocktakes/addendum.ts";
import { HANDOVER_SIDES, type NamedPerson, type SignerRole } from "../../domain/stocktakes/frame.ts";
import type { Db } from "../../storage/database/statement.ts";
import { type Frame, frameOf } from "../frame/frame.ts";
import type { InventoryRecord } from "../inventory.ts";
import { findSeal, readSealed } from "../seal/sealed-file.ts";
import type { Addendum } from "./addendum.ts";

/** A person who is responsible for assets of a stocktake. `items`: their number. */
interface ResponsiblePerson extends NamedPerson {
  readonly items: number;
}

/** A person who signs, once in all roles. */
export interface Signer extends NamedPerson {
  /** That of the first role among those of all persons. */
  readonly position: number;
  readonly role: SignerRole;
  readonly otherRoles: readonly SignerRole[];
  /** The items for which the person is responsible; null: another role, or none. */
  readonly items: number | null;
  /** That of the signature, the confirmed one if there is one; null: not signed on a screen. */
  readonly addendum: Addendum | null;
  /** Those of the person's other signatures. */
  readonly otherAddenda: readonly Addendum[];
}

/** Who signs beside the persons of a frame. */
interface OtherSigners {
  readonly responsible: readonly ResponsiblePerson[];
  /** Who has counted; a person may be there several times. */
  readonly counters: readonly NamedPerson[];
}

/**
 * Who signs: the committee of a frame, the persons of a handover, the persons who are responsible for assets, and all
 * who have counted.
 */
export function signersOf(
  { committee, handover }: Pick<Frame, "committee" | "handover">,
  { responsible, counters }: OtherSigners,
  addenda: readonly Addendum[],
): readonly Signer[] {
  const left = [...responsible];
  const take = (member: NamedPerson): number | null => {
    const at = left.findIndex((one) => identityOf(one) === identityOf(member));
    return at === -1 ? null : (left.splice(at, 1)[0]?.items ?? null);
  };
  const roles: readonly (NamedPerson & Pick<Signer, "role" | "items">)[] = [
    ...committee.map((member) => ({ ...member, items: member.role === "responsible" ? take(member) : null })),
    ...(handover === null ? [] : HANDOVER_SIDES.map((role) => ({ role, ...handover[role], items: null }))),
    ...left.map((person) => ({ role: "responsible" as const, ...person })),
    ...counters.map((person) => ({ role: "counter" as const, ...person, items: null })),
  ];
  const persons = Map.groupBy(
    roles.map((one, position) => ({ ...one, position })),
    identityOf,
  );
  return [...persons].flatMap(([identity, [first, ...more]]) => {
    if (first === undefined) return [];
    const own = addenda.filter(({ person }) => person !== null && identityOf(person) === identity);
    const addendum = own.find((one) => confirmationOf(one) !== null) ?? own[0] ?? null;
    return {
      ...first,
      otherRoles: [...new Set(more.map(({ role }) => role))].filter((role) => role !== first.role),
      items: [first, ...more].find(({ items }) => items !== null)?.items ?? null,
      addendum,
      otherAddenda: own.filter((one) => one !== addendum),
    };
  });
}

/** The same for each role of a person: the account, or the name of a person without one. */
const identityOf = ({ userId, name }: NamedPerson): number | string => userId ?? name;

/** Who signs the record of a closed inventory. */
export function signersOfRecord(
  db: Db,
  inventory: InventoryRecord,
  addenda: readonly Addendum[],
): readonly Signer[] {
  return signersOf(frameOf(inventory), othersInRecord(db, inventory), addenda);
}

const User = z.object({ id: z.int(), fullName: z.string() });
/** A record before responsible persons has none. */
const RecordHead = z.object({
  report: z.object({
    responsible: z.array(z.object({ user: User, items: z.int() })).default([]),
    counters: z.array(z.object({ user: User })),
  }),
});
/** Where the lists of a record begin. A text in JSON can't contain it. */
const LISTS = ',"items":[';

/** Who is responsible for assets, and who has counted, as the sealed JSON names them; none while it is being made. */
function othersInRecord(db: Db, { tenantId, oid: inventoryId }: InventoryRecord): OtherSigners {
  const none = { responsible: [], counters: [] };
  const key = { tenantId, inventoryId, format: "json" } as const;
  if (findSeal(db, key) === null) return none;
  let head = Buffer.alloc(0);
  for (const part of readSealed(db, key)) {
    head = Buffer.concat([head, part]);
    const end = head.indexOf(LISTS);
    if (end === -1) continue;
    const { report } = RecordHead.parse(JSON.parse(`${head.toString("utf8", 0, end)}}}`));
    const named = ({ user }: { readonly user: z.infer<typeof User> }) => ({
      userId: user.id,
      name: user.fullName,
    });
    return {
      responsible: report.responsible.map(({ items, ...person }) => ({ ...named(person), items })),
      counters: report.counters.map(named),
    };
  }
  return none;
}
