import { addDays } from "../local-time.ts";
import { type Message, msg } from "../message.ts";

// The frame of a stocktake: what accounting law asks of an inventory list beside its lines. The server and the console import this file.

/** Why a stocktake is held. */
export const PURPOSES = ["yearEnd", "continuous", "extraordinary", "handover"] as const;
export type Purpose = (typeof PURPOSES)[number];

export const PURPOSE_NAMES: Readonly<Record<Purpose, Message>> = {
  yearEnd: msg("Year end"),
  continuous: msg("Continuous"),
  extraordinary: msg("Extraordinary"),
  handover: msg("Handover between responsible persons"),
};

/** How the quantities are found. */
export const METHODS = ["physical", "documents", "rfid"] as const;
export type Method = (typeof METHODS)[number];

export const METHOD_NAMES: Readonly<Record<Method, Message>> = {
  physical: msg("Physical count"),
  documents: msg("By documents"),
  rfid: msg("Read by RFID"),
};

/** What a person does in a stocktake, in the order of the signatures. */
export const COMMITTEE_ROLES = ["chair", "member", "counter", "recorder", "responsible"] as const;
export type CommitteeRole = (typeof COMMITTEE_ROLES)[number];

export const COMMITTEE_ROLE_NAMES: Readonly<Record<CommitteeRole, Message>> = {
  chair: msg("Chair of the committee"),
  member: msg("Member of the committee"),
  counter: msg("Counter", "committee"),
  recorder: msg("Recorder"),
  responsible: msg("Responsible for the assets"),
};

/** A person of a stocktake. `userId` null: not a user of tallybox. The name stays as it was when the person was named. */
export interface NamedPerson {
  readonly userId: number | null;
  readonly name: string;
}

/** A person of the committee. */
export interface CommitteeMember extends NamedPerson {
  readonly role: CommitteeRole;
}

/** The persons of a handover, in the order of the signatures. */
export const HANDOVER_SIDES = ["from", "to"] as const;
export type HandoverSide = (typeof HANDOVER_SIDES)[number];

export const HANDOVER_NAMES: Readonly<Record<HandoverSide, Message>> = {
  from: msg("Handed over by"),
  to: msg("Taken over by"),
};

/** Who signs: the committee, and the persons of a handover. */
export const SIGNER_ROLES = [...COMMITTEE_ROLES, ...HANDOVER_SIDES] as const;
export type SignerRole = (typeof SIGNER_ROLES)[number];

const SIGNER_ROLE_NAMES: Readonly<Record<SignerRole, Message>> = {
  ...COMMITTEE_ROLE_NAMES,
  ...HANDOVER_NAMES,
};

/** The names of the roles in which a person signs. `otherRoles` absent: signed when a person signed for each role. */
export const signerRoleNames = ({
  role,
  otherRoles = [],
}: {
  readonly role: SignerRole;
  readonly otherRoles?: readonly SignerRole[] | undefined;
}): readonly Message[] => [role, ...otherRoles].map((one) => SIGNER_ROLE_NAMES[one]);

/** Who hands the assets over, and who takes them over. */
export type Handover = Readonly<Record<HandoverSide, NamedPerson>>;

/** The countries whose windows of time are known. */
export const LAWS = ["CZ", "SK", "DE"] as const;
export type Law = (typeof LAWS)[number];

export const LAW_NAMES: Readonly<Record<Law, Message>> = {
  CZ: msg("Czech Republic"),
  SK: msg("Slovakia"),
  DE: msg("Germany"),
};

/** What the windows of time depend on. Days are YYYY-MM-DD, `balanceSheetDay` is MM-DD. Null: not known. */
interface FrameDays {
  readonly purpose: Purpose | null;
  readonly law: Law | null;
  readonly balanceSheetDay: string | null;
  readonly decisiveDay: string | null;
  /** The first and the last day of the count. */
  readonly begun: string;
  readonly ended: string;
}

/** Says that the stock records begin (`day`) after the decisive day. */
export const recordsBeginLater = (day: string): Message =>
  msg("The stock records begin on {day}, so the figures of the decisive day are those at their beginning.", {
    day,
  });

/** Says that the decisive day (`day`) is not over. */
export const dayNotOver = (day: string): Message =>
  msg(
    "The decisive day {day} is not over, and the figures end at the close. Close on a later day, so that all movements of the day are in them.",
    { day },
  );

const ISO_DAY = 10;

/**
 * What the law's windows of time find wrong with a year-end stocktake; empty where nothing is, or where the law or the
 * balance-sheet day is not known. `show` formats a day. Czech Act 563/1991, § 30 (4) and (6); Slovak Act 431/2002, § 30 (4); German
 * HGB § 241 (3) and Income Tax Guideline R 5.3 (1).
 */
export function windowWarnings(
  { purpose, law, balanceSheetDay, decisiveDay, begun, ended }: FrameDays,
  show: (day: string) => string,
): Message[] {
  if (purpose !== "yearEnd" || law === null || balanceSheetDay === null) return [];
  const sheetDay = nearest(balanceSheetDay, decisiveDay === null ? [begun] : [decisiveDay, begun]);
  const day = show(sheetDay);
  // The months before and after the end of that day, so that windows of a month's end are whole months.
  const next = addDays(sheetDay, 1);
  const firstDay = (before: number) => addMonths(next, -before);
  const lastDay = (after: number) => {
    const [one, other] = [addMonths(sheetDay, after), addDays(addMonths(next, after), -1)];
    return one > other ? one : other;
  };
  const isWithin = (before: number, after: number, [from, to] = [begun, ended]) =>
    from >= firstDay(before) && to <= lastDay(after);
  const ofGermany = isWithin(3, 2) && (decisiveDay === null || isWithin(3, 2, [decisiveDay, decisiveDay]));
  const isRolled = decisiveDay !== null && decisiveDay !== sheetDay;
  const faults: Readonly<Record<typeof law, readonly (readonly [isFault: boolean, text: Message])[]>> = {
    CZ: [
      [
        decisiveDay !== null && decisiveDay > sheetDay,
        msg("The decisive day must not be after the balance-sheet day {day} (Act 563/1991, § 30 (4)).", {
          day,
        }),
      ],
      [
        begun < firstDay(4),
        msg(
          "The count must not begin more than four months before the balance-sheet day {day} (Act 563/1991, § 30 (6)).",
          { day },
        ),
      ],
      [
        ended > lastDay(2),
        msg(
          "The count must end within two months after the balance-sheet day {day} (Act 563/1991, § 30 (6)).",
          { day },
        ),
      ],
    ],
    SK: [
      [
        !isWithin(3, 1),
        msg(
          "Assets other than stock are counted within three months before and one month after the balance-sheet day {day}, stock at any time of the period (Act 431/2002, § 30 (4)).",
          { day },
        ),
      ],
    ],
    DE: [
      [
        !ofGermany,
        msg(
          "The count and the decisive day must lie within three months before and two months after the balance-sheet day {day} (HGB § 241 (3)).",
          { day },
        ),
      ],
      [
        ofGermany && isRolled,
        msg(
          "The decisive day is not the balance-sheet day {day}: quantities or values must be rolled to that day (HGB § 241 (3)).",
          { day },
        ),
      ],
      [
        ofGermany && !isRolled && (begun < addDays(sheetDay, -10) || ended > addDays(sheetDay, 10)),
        msg(
          "The count is more than ten days from the balance-sheet day {day}: quantities or values must be rolled to that day (R 5.3 (1) EStR, HGB § 241 (3)).",
          { day },
        ),
      ],
    ],
  };
  return faults[law].flatMap(([isFault, text]) => (isFault ? [text] : []));
}

/** The balance-sheet day (MM-DD) that is nearest to all of the days, of several to the first one: that of a mistyped year. */
function nearest(balanceSheetDay: string, days: readonly [string, ...string[]]): string {
  const years = days.map((day) => Number(day.slice(0, 4))).flatMap((year) => [year - 1, year, year + 1]);
  const toFirst = (one: string) => Math.abs(Date.parse(one) - Date.parse(days[0]));
  const candidates = years
    .map((one) => dayOf(one, balanceSheetDay))
    .sort((one, other) => toFirst(one) - toFirst(other));
  const distance = (one: string) =>
    days.reduce((sum, day) => sum + Math.abs(Date.parse(one) - Date.parse(day)), 0);
  return candidates.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}

/** That day of a year; 29 February is the last of February in other years. */
export function dayOf(year: number, monthAndDay: string): string {
  const [month = 1, day = 1] = monthAndDay.split("-").map(Number);
  return clamped(year, month - 1, day);
}

function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return clamped(year, month - 1 + months, date);
}

function clamped(year: number, monthIndex: number, date: number): string {
  const last = new Date(Date.UTC(year, monthIndex + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, monthIndex, Math.min(date, last))).toISOString().slice(0, ISO_DAY);
}
