import type { BackupRisk } from "./backup-targets.ts";
import type { CustodyKind } from "./custody.ts";
import type { StandbyProblem } from "./standby-problems.ts";

/**
 * The types of events that leave the server, by webhooks and as notices, each with its description. Receivers of webhooks depend on
 * the names: a type is never renamed.
 */
export const OUTGOING_EVENTS = {
  "inventory.closed": "A stocktake was closed.",
  "countPlan.skipped": "A count plan was due, and its stocktake was not made or has nothing to count.",
  "article.changed": "Articles were added, changed or deleted.",
  "label.failed": "A label was not printed, and is no longer tried.",
  "approval.waiting": "A transfer, disposal, proposed asset or stocktake waits for a decision.",
  "custody.started": "An article was handed out to a person.",
  "custody.ended": "An article was taken back.",
  "custody.overdue": "A person has an article after its due date.",
  "custody.rejected": "A terminal sent a hand-over or return that contradicts what others have recorded.",
  "refill.needed": "The stock of an article fell below its minimum.",
  "printer.stuck": "Labels wait for a printer that does not print.",
  "printer.recovered": "A printer that was stuck prints again.",
  "login.alarm": "At one user 100 or more wrong PINs and passwords were tried within 24 hours.",
  "backup.failed":
    "No backup was made for 7 days, none is set up, one was not made to a target of scheduled backups, or all are where the data are.",
  "backup.unproven": "Data or a backup were found damaged, or were not checked for 14 days.",
  "certificate.ending": "The certificate of the server expires soon.",
  "disk.low": "The disk is nearly full.",
  "standby.failing":
    "The standby is away, far behind, or has an older version; or a promoted server lacks the address prepared for it.",
  "sealing.failing": "A closed stocktake has no sealed record after an hour.",
  "upgrade.failed": "An upgrade of the server, or going back, has failed.",
} as const;

/** The type of an event. */
export type OutgoingEventType = keyof typeof OUTGOING_EVENTS;
export const OUTGOING_EVENT_TYPES = Object.keys(OUTGOING_EVENTS) as readonly OutgoingEventType[];

/** Events about the machine. They belong to the first tenant, whose Admins administer the server. */
const SERVER_EVENT_TYPES = [
  "backup.failed",
  "backup.unproven",
  "certificate.ending",
  "disk.low",
  "standby.failing",
  "sealing.failing",
  "upgrade.failed",
] as const satisfies readonly OutgoingEventType[];
export type ServerEventType = (typeof SERVER_EVENT_TYPES)[number];

/** An article in an event. `deleted`: it was deleted, and has no code or name any more. */
export interface ChangedArticle {
  readonly oid: number;
  readonly code: string | null;
  readonly name: string | null;
  readonly deleted: boolean;
}

/** Who has which article. */
interface CustodyData {
  readonly oid: number;
  readonly articleId: number;
  /** Null: the article was deleted. */
  readonly code: string | null;
  readonly name: string | null;
  readonly userId: number;
  /** Full name of the person. */
  readonly person: string;
  /** YYYY-MM-DD; null: none. */
  readonly dueDate: string | null;
}

/** Name of a target of scheduled backups; null or absent: of the server as a whole. */
type TargetName = string | null;

/** The data of each type. Ids are `oid`s of the API; times are ISO 8601; texts of the server are English. */
export interface OutgoingEventData {
  readonly "inventory.closed": {
    readonly oid: number;
    readonly name: string;
    /** Full name of the user who closed it. */
    readonly closedBy: string;
  };
  readonly "countPlan.skipped": {
    /** Of the plan. */
    readonly oid: number;
    readonly name: string;
    /** YYYY-MM-DD, in the server's time zone. */
    readonly dueDate: string;
    /** `open`: its former stocktake is still open. `empty`: there was nothing to count. */
    readonly reason: "open" | "empty";
    /** The former stocktake, or the empty one, which is cancelled. */
    readonly inventoryId: number;
    readonly inventoryName: string;
  };
  readonly "article.changed": { readonly articles: readonly ChangedArticle[] };
  readonly "label.failed": {
    /** Of the print request. */
    readonly oid: number;
    /** Null: the label of a location, or a test label. */
    readonly articleId: number | null;
    /** Null: the label of an article, or a test label. */
    readonly locationId: number | null;
    readonly printerId: number;
    readonly printerName: string;
    readonly reason: string;
  };
  readonly "approval.waiting": {
    readonly kind: "transfer" | "disposal" | "proposal" | "stocktake";
    /** Of the request, or of the stocktake. */
    readonly oid: number;
    /** Name of the article or stocktake. */
    readonly name: string;
    /** Full name of the user who asks; null: nobody in particular. */
    readonly requestedBy: string | null;
  };
  readonly "custody.started": CustodyData;
  readonly "custody.ended": CustodyData;
  readonly "custody.overdue": CustodyData;
  readonly "custody.rejected": {
    readonly oid: number;
    readonly kind: CustodyKind;
    readonly articleId: number;
    readonly code: string | null;
    readonly name: string | null;
    /** Full name of the person that the terminal named; null: nobody. */
    readonly person: string | null;
  };
  readonly "refill.needed": {
    readonly ruleId: number;
    readonly articleId: number;
    readonly code: string | null;
    readonly name: string;
    readonly supplier: string | null;
    /** Null: everywhere. */
    readonly locationId: number | null;
    /** Name of the location; null: everywhere. */
    readonly location: string | null;
    /** Of the quantities; null: pieces. */
    readonly unit: string | null;
    readonly stock: number;
    readonly minimum: number;
    readonly target: number;
    /** Pieces up to the target. */
    readonly missing: number;
  };
  readonly "printer.stuck": {
    readonly oid: number;
    readonly name: string;
    readonly reason: string;
    /** The reason in each language of the server, by its code. */
    readonly reasons: Readonly<Record<string, string>>;
    /** Labels that wait for it. */
    readonly waiting: number;
    readonly since: string;
  };
  readonly "login.alarm": {
    readonly userId: number;
    /** Full name of the user. */
    readonly person: string;
    /** Wrong attempts, at most 100. */
    readonly count: number;
    /** The last one. */
    readonly at: string;
    /** Address of the client at the last one; null: not known. */
    readonly address: string | null;
  };
  readonly "printer.recovered": { readonly oid: number; readonly name: string };
  /** Null: there was none at all. */
  readonly "backup.failed": {
    readonly reason: string;
    readonly lastBackupAt: string | null;
    readonly target?: TargetName;
    /** The backups are made, but the loss of the server may take them too. */
    readonly risk?: BackupRisk;
  };
  /** Of the data that backups copy. */
  readonly "backup.unproven": {
    readonly reason: string;
    readonly lastCheckAt: string | null;
    /** The last check has found damaged data. */
    readonly isDamaged: boolean;
    readonly target?: TargetName;
  };
  readonly "certificate.ending": { readonly issuer: "site" | "box"; readonly expiresAt: string };
  readonly "disk.low": { readonly freeBytes: number; readonly totalBytes: number };
  readonly "standby.failing": { readonly problem: StandbyProblem; readonly since: string };
  /** `stocktakes`: how many. */
  readonly "sealing.failing": { readonly stocktakes: number };
  readonly "upgrade.failed": {
    /** Null: the request was not understood. */
    readonly action: "upgrade" | "return" | null;
    /** The version that was to run; null: not known. */
    readonly version: string | null;
    readonly at: string;
  };
}

/** True for the name of a type that this version knows. */
export function isOutgoingEventType(text: string): text is OutgoingEventType {
  return OUTGOING_EVENT_TYPES.some((type) => type === text);
}
