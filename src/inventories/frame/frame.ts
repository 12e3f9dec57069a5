import { z } from "zod";
import { beginningAfter } from "../../audit/first-movement.ts";
import { findCompanyCurrency } from "../../catalogue/currency.ts";
import { Invalid } from "../../domain/errors.ts";
import { State } from "../../domain/inventory-states.ts";
import { msg } from "../../domain/message.ts";
import {
  COMMITTEE_ROLES,
  type CommitteeMember,
  dayNotOver,
  HANDOVER_SIDES,
  type Handover,
  type HandoverSide,
  type NamedPerson,
  recordsBeginLater,
  windowWarnings,
} from "../../domain/stocktakes/frame.ts";
import { LOCALES, type Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import { dayAt } from "../../platform/clock.ts";
import { NO_COMPANY, readCompany } from "../../settings/company/company.ts";
import { Company } from "../../settings/company/shapes.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { updateTable } from "../../storage/database/table-statements.ts";
import { assertIdle, assertOpen, type InventoryRecord } from "../inventory.ts";
import { revokeInventoryApproval } from "../items/approve.ts";
import { findRecordName } from "../record-names.ts";
import { personOf as countedPerson } from "../rule.ts";
import { isKnownTime, transitionsTo } from "../store.ts";
import { CommitteeMembers, type GivenFrame, type InventoryFrame, StoredHandover } from "./shapes.ts";

/** The frame of a stocktake. Null: without a frame, or not given. */
export type Frame = Omit<InventoryFrame, "warnings">;

/** The frame of a stored inventory. */
export function frameOf({ committee, handover, ...inventory }: InventoryRecord): Frame {
  const { purpose, decisiveDay, countBegunDT, countEndedDT, method } = inventory;
  return {
    purpose,
    decisiveDay,
    countBegunDT,
    countEndedDT,
    method,
    committee: CommitteeMembers.parse(JSON.parse(committee)),
    handover: handover === null ? null : StoredHandover.parse(JSON.parse(handover)),
  };
}

/**
 * Replaces the frame of an inventory; another one revokes the approval. `today`: YYYY-MM-DD. Throws WrongState if the inventory is Closed, Cancelled or being worked on; Invalid for a
 * day or time in the future, an end without or before its beginning, a committee without one chair or with a person twice in one role, persons without a name or who are no users, and a handover without two persons or by
 * another one than whose articles are counted.
 */
export function saveFrame(tx: Tx, inventory: InventoryRecord, frame: GivenFrame, today: string): void {
  assertIdle(tx, inventory);
  assertOpen(inventory.inventoryStateId);
  const { tenantId } = inventory;
  const { purpose, decisiveDay, method } = frame;
  const { countBegunDT = inventory.countBegunDT, countEndedDT = inventory.countEndedDT } = frame;
  if (decisiveDay !== null && decisiveDay > today)
    throw Invalid.field("decisiveDay", msg("must not be after today, {today}", { today }));
  for (const [field, time] of Object.entries({ countBegunDT, countEndedDT }))
    if (time !== null && time > tx.now) throw Invalid.field(field, msg("must not be in the future"));
  if (countBegunDT === null && countEndedDT !== null)
    throw Invalid.field("countBegunDT", msg("is required with an end"));
  if (countBegunDT !== null && countEndedDT !== null && countEndedDT < countBegunDT)
    throw Invalid.field("countEndedDT", msg("must not be before the beginning"));
  const committee = frame.committee.map(({ role, ...person }, index) => ({
    role,
    ...personOf(tx, tenantId, person, `committee.${index}`),
  }));
  const chairs = committee.filter(({ role }) => role === "chair").length;
  if (committee.length > 0 && chairs !== 1)
    throw Invalid.field("committee", msg("must have exactly one person with the role chair"));
  assertDistinct(committee);
  const handover = handoverOf(tx, inventory, frame);
  assertNoNamesake(committee, handover);
  replaceFrame(tx, inventory, {
    purpose,
    decisiveDay,
    countBegunDT,
    countEndedDT,
    method,
    committee: JSON.stringify(byRole(committee)),
    handover: handover && JSON.stringify(handover),
  });
}

/** Removes the frame of an inventory, as `saveFrame`. Throws WrongState if the inventory is Closed, Cancelled or being worked on. */
export function removeFrame(tx: Tx, inventory: InventoryRecord): void {
  assertIdle(tx, inventory);
  assertOpen(inventory.inventoryStateId);
  replaceFrame(tx, inventory, NO_FRAME);
}

type StoredFrame = Pick<InventoryRecord, keyof Frame>;
const NO_FRAME: StoredFrame = {
  purpose: null,
  decisiveDay: null,
  countBegunDT: null,
  countEndedDT: null,
  method: null,
  committee: "[]",
  handover: null,
};

/** Stores a frame. Another one revokes the approval of the inventory, not that of its items. */
function replaceFrame(tx: Tx, inventory: InventoryRecord, frame: StoredFrame): void {
  const { tenantId, oid } = inventory;
  update.run(tx, { tenantId, oid, ...frame, change: tx.change });
  const fields = Object.keys(NO_FRAME) as (keyof StoredFrame)[];
  if (fields.some((field) => frame[field] !== inventory[field])) revokeInventoryApproval(tx, inventory);
}

/**
 * Throws Invalid where a person is named twice in one role: who has no account is known by the name, so that two persons of one name would
 * be one signer.
 */
function assertDistinct(committee: readonly CommitteeMember[]): void {
  for (const [index, { role, userId, name }] of committee.entries()) {
    const first = committee.findIndex(
      (one) => one.role === role && one.userId === userId && (userId !== null || one.name === name),
    );
    if (first === index) continue;
    throw userId === null
      ? Invalid.field(
          `committee.${index}.name`,
          msg("is named with this role already. Tell two persons apart, for example by the year of birth"),
        )
      : Invalid.field(`committee.${index}.userId`, msg("is named with this role already"));
  }
}

/** Throws Invalid where a person without an account is called like a user: on paper they would be one. */
function assertNoNamesake(committee: readonly CommitteeMember[], handover: Handover | null): void {
  const persons: (readonly [path: string, NamedPerson])[] = [
    ...committee.map((member, index) => [`committee.${index}`, member] as const),
    ...(handover === null ? [] : HANDOVER_SIDES.map((side) => [`handover.${side}`, handover[side]] as const)),
  ];
  for (const [index, [path, { userId, name }]] of persons.entries()) {
    const isNamesake = persons
      .slice(0, index)
      .some(([, one]) => one.name === name && (one.userId === null) !== (userId === null));
    if (isNamesake)
      throw Invalid.field(
        `${path}.${userId === null ? "name" : "userId"}`,
        msg("is the name of another person here. Tell two persons apart, for example by the year of birth"),
      );
  }
}

const byRole = (committee: readonly CommitteeMember[]) =>
  committee.toSorted((one, other) => COMMITTEE_ROLES.indexOf(one.role) - COMMITTEE_ROLES.indexOf(other.role));

/** The persons of a handover; null for another purpose. */
function handoverOf(
  tx: Tx,
  inventory: InventoryRecord,
  { purpose, handover = null }: GivenFrame,
): Handover | null {
  if (purpose !== "handover") {
    if (handover === null) return null;
    throw Invalid.field("handover", msg("must be left out, because the purpose is no handover"));
  }
  const sideOf = (side: HandoverSide) => {
    const given = handover?.[side] ?? null;
    if (given === null)
      throw Invalid.field(`handover.${side}`, msg("is required for a handover: a user, or a name"));
    return personOf(tx, inventory.tenantId, given, `handover.${side}`);
  };
  const [from, to] = [sideOf("from"), sideOf("to")];
  const counted = countedPerson(tx, inventory);
  if (counted !== null && counted !== from.userId) {
    const name = findRecordName(tx, inventory.tenantId, counted) ?? "";
    throw Invalid.field("handover.from.userId", msg("must be {name}, whose articles are counted", { name }));
  }
  const hasNamesake = from.userId === null || to.userId === null || from.userId === to.userId;
  if (hasNamesake && from.name === to.name)
    throw Invalid.field("handover.to", msg("must be another person than who hands over"));
  return { from, to };
}

/** A person with the name; `path` is that of its fields. */
function personOf(
  tx: Tx,
  tenantId: number,
  { userId = null, name = null }: Omit<GivenFrame["committee"][number], "role">,
  path: string,
): NamedPerson {
  const userName = userId === null ? null : findRecordName(tx, tenantId, userId);
  if (userId !== null && userName === null)
    throw Invalid.field(`${path}.userId`, msg("is not a user of this company"));
  const shown = userName ?? name;
  if (shown === null) throw Invalid.field(`${path}.name`, msg("is required for a person who is no user"));
  return { userId, name: shown };
}

/**
 * What the windows of the law find wrong with the inventory as it is, a decisive day before the stock records, and one that is not over while the inventory is open, in a
 * language. One that has not begun or ended does so at `now`.
 */
export function warningsOf(
  db: Db,
  inventory: InventoryRecord,
  now: string,
  siteTimeZone: string,
  language: Locale,
): string[] {
  const timeZone = timeZoneOf(inventory, siteTimeZone);
  const { tenantId, oid: inventoryId, inventoryStateId, purpose, decisiveDay } = inventory;
  const { law, balanceSheetDay } = companyOf(db, inventory);
  const reached = (state: State) =>
    transitionsTo
      .all(db, { tenantId, inventoryId, state })
      .map(({ at }) => at)
      .filter(isKnownTime);
  const begun = inventory.countBegunDT ?? reached(State.InProgress)[0] ?? now;
  const isCounted = [State.Finished, State.Processing, State.Closed].some(
    (state) => state === inventoryStateId,
  );
  const ended = inventory.countEndedDT ?? (isCounted ? reached(State.Finished).at(-1) : undefined) ?? now;
  const days = {
    purpose,
    law,
    balanceSheetDay,
    decisiveDay,
    begun: dayAt(begun, timeZone),
    ended: dayAt(ended, timeZone),
  };
  const day = new Intl.DateTimeFormat(LOCALES[language].region, { timeZone: "UTC", dateStyle: "medium" });
  const show = (one: string) => day.format(new Date(one));
  const beginning = decisiveDay === null ? null : beginningAfter(db, tenantId, decisiveDay, timeZone);
  const unknown = beginning === null ? [] : [recordsBeginLater(show(beginning.day))];
  const isOpen = inventoryStateId !== State.Closed && inventoryStateId !== State.Cancelled;
  const isRunning = isOpen && decisiveDay !== null && decisiveDay >= dayAt(now, timeZone);
  const running = isRunning ? [dayNotOver(show(decisiveDay))] : [];
  return [...windowWarnings(days, show), ...unknown, ...running].map((text) => textIn(text, language));
}

/** The company for the report of the inventory: that of its close. All null where the close kept none. */
export function companyOf(db: Db, { tenantId, inventoryStateId, company }: InventoryRecord): Company {
  if (inventoryStateId !== State.Closed) return readCompany(db, tenantId);
  const kept: unknown = company === null ? {} : JSON.parse(company);
  // It may have been kept before there were all fields.
  return Company.parse(Object.assign({}, NO_COMPANY, kept));
}

/**
 * Keeps the company, its currency and the site's time zone (IANA name) for the report of the inventory. Call it in the transaction of
 * the close.
 */
export function saveCompanyAtClose(
  tx: Tx,
  { tenantId, oid }: InventoryRecord,
  timeZone: string | undefined,
): void {
  const currency = findCompanyCurrency(tx, tenantId);
  const kept = Object.assign({ currency, timeZone }, readCompany(tx, tenantId));
  keepCompany.run(tx, { tenantId, oid, company: JSON.stringify(kept) });
}

const Kept = z.object({ currency: z.string().nullable(), timeZone: z.string().optional() });

function findKept({
  inventoryStateId,
  company,
}: Pick<InventoryRecord, "inventoryStateId" | "company">): z.output<typeof Kept> | undefined {
  const isKept = inventoryStateId === State.Closed && company !== null;
  return isKept ? Kept.safeParse(JSON.parse(company)).data : undefined;
}

/** The company's currency for the report of the inventory: that of its close, or of today where the close kept none. */
export function companyCurrencyOf(db: Db, inventory: InventoryRecord): string | null {
  const kept = findKept(inventory);
  return kept === undefined ? findCompanyCurrency(db, inventory.tenantId) : kept.currency;
}

/** The time zone (IANA name) of the days of the inventory: that of its close, or the site's of today where the close kept none. */
export const timeZoneOf = (
  inventory: Pick<InventoryRecord, "inventoryStateId" | "company">,
  ofSite: string,
): string => findKept(inventory)?.timeZone ?? ofSite;

const update = updateTable("inventory", {
  set: [
    "purpose",
    "decisiveDay",
    "countBegunDT",
    "countEndedDT",
    "method",
    "committee",
    "handover",
    "change",
  ],
  where: ["oid", "tenantId"],
});
const keepCompany = updateTable("inventory", { set: ["company"], where: ["oid", "tenantId"] });
