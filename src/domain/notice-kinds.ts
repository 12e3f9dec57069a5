import type { OutgoingEventType } from "./outgoing-event-types.ts";
import type { Principal } from "./principal.ts";
import { may, type Permission } from "./roles.ts";

// The server and the console import this file.

/** When notices of a kind are sent. `digest`: once a day, in one e-mail. */
export const NOTICE_MODES = ["off", "atOnce", "digest"] as const;
export type NoticeMode = (typeof NOTICE_MODES)[number];

interface NoticeKindRow {
  readonly permission: Permission;
  readonly events: readonly OutgoingEventType[];
  /** For Managers and Admins who have not chosen; for others it is `off`, except where `isForAll`. */
  readonly standard: NoticeMode;
  readonly isForAll?: boolean;
}

/** The kinds of notices: who may have them, and the events that they are made of. */
const KINDS = {
  approvals: { permission: "manage", events: ["approval.waiting"], standard: "digest" },
  custody: {
    permission: "manage",
    events: ["custody.overdue", "custody.rejected"],
    standard: "digest",
  },
  // Events of `custody` about articles that the person has.
  ownCustody: { permission: "work", events: [], standard: "digest", isForAll: true },
  stocktakes: { permission: "work", events: ["inventory.closed", "countPlan.skipped"], standard: "digest" },
  refill: { permission: "manage", events: ["refill.needed"], standard: "digest" },
  printers: { permission: "work", events: ["printer.stuck", "printer.recovered"], standard: "atOnce" },
  logins: { permission: "administer", events: ["login.alarm"], standard: "atOnce" },
  backup: {
    permission: "server",
    events: ["backup.failed", "backup.unproven", "standby.failing", "sealing.failing"],
    standard: "atOnce",
  },
  certificate: { permission: "server", events: ["certificate.ending"], standard: "atOnce" },
  disk: { permission: "server", events: ["disk.low"], standard: "atOnce" },
  upgrade: { permission: "server", events: ["upgrade.failed"], standard: "atOnce" },
} as const satisfies Record<string, NoticeKindRow>;

export type NoticeKind = keyof typeof KINDS;
/** All kinds, in the order of the console. */
export const NOTICE_KINDS = Object.keys(KINDS) as [NoticeKind, ...NoticeKind[]];

/** The hour of the daily digest of a person who has not chosen one. */
export const STANDARD_DIGEST_HOUR = 7;

type Person = Pick<Principal, "roles" | "tenantId">;

/** The kind of the notices of an event; null: there are none. */
export function noticeKindOf(type: OutgoingEventType): NoticeKind | null {
  return NOTICE_KINDS.find((kind) => (KINDS[kind].events as readonly string[]).includes(type)) ?? null;
}

/** The kinds of notices that the roles of a person permit. */
export function permittedKinds(person: Person): readonly NoticeKind[] {
  return NOTICE_KINDS.filter((kind) => may(person, KINDS[kind].permission));
}

/** When a person gets notices of a kind. `chosen`: what the person has chosen; absent: nothing. */
export function modeOf(
  kind: NoticeKind,
  person: Person,
  chosen: Readonly<Partial<Record<NoticeKind, NoticeMode>>>,
): NoticeMode {
  const { permission, standard, isForAll = false }: NoticeKindRow = KINDS[kind];
  if (!may(person, permission)) return "off";
  return chosen[kind] ?? (isForAll || may(person, "manage") ? standard : "off");
}
