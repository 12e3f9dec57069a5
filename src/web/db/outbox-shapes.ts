import type { Pack } from "../../domain/packs.ts";
import type { ARTICLE } from "../../records/article.ts";
import type { TerminalNames } from "../../records/record.ts";
import type {
  CountReceipt,
  Inventory,
  InventoryItem,
  ProposeArticleRequest,
  SubmitCustodyOperationRequest,
} from "../api/types/endpoints.d.ts";

// Work of this device that the server may not have yet.

/** A count operation for `POST /api/inventories/{id}/counts`; `at` is in server time. */
export interface SentOperation {
  readonly operationId: string;
  readonly kind: "set" | "add";
  readonly quantity?: number | null;
  readonly itemId?: number;
  readonly code?: string;
  /** The article of `code`, as this terminal knows it. */
  readonly articleId?: number;
  readonly locationId?: number;
  readonly at: string;
  readonly userId: number;
  /** One more piece at the location, not the expected piece nor one counted elsewhere. */
  readonly isExtra?: boolean;
  /** The cursor of this terminal's items at that time. */
  readonly seen?: string;
  readonly note?: string | null;
  readonly isFound?: boolean;
  readonly isDisposal?: boolean;
  readonly disposalMethodId?: number | null;
  readonly disposalReasonId?: number | null;
}

/**
 * `waiting`: to be sent. `asked`: the user has not answered what a repeated scan means; it is not sent.
 * `sent`: the server has it. `late`, `unknown`: the server has it, and a user should check it. `refused`: the
 * server rejected it; it stays until a user retries or discards it. `given-up`: discarded, for display only.
 */
export type OutboxState = "waiting" | "asked" | "sent" | "late" | "unknown" | "refused" | "given-up";

/**
 * The result of a scan as the user sees it. `counted`: the first piece; `added`: one more; `same`: counted
 * before, no change; `elsewhere`: accepted, expected at another location; `unexpected`: accepted, not in the
 * stocktake; `surplus`: accepted, more than expected; `asked`: not counted until the user answers; `unknown`:
 * unknown code; `failed`: not counted.
 */
export type Verdict =
  | "counted"
  | "added"
  | "same"
  | "elsewhere"
  | "unexpected"
  | "surplus"
  | "asked"
  | "unknown"
  | "failed";

/**
 * A question to the user. `surplus`: the same piece or one more; `moved`: it was counted at another location;
 * `large`: the quantity is far above the expected one.
 */
export type Question = "surplus" | "moved" | "large";

/** How an operation was made. */
export type How = "scan" | "typed" | "answer" | "undo" | "correct" | "note" | "disposal";

/** The state of an item before an operation, for undo. */
export interface Before {
  readonly quantity: number | null;
  readonly placeId: number | null;
  readonly isDisposal: boolean;
  readonly disposalMethodId: number | null;
  readonly disposalReasonId: number | null;
  readonly note: string | null;
}

/** One operation of the outbox. */
export interface OutboxEntry {
  /** The order in which they were made on this device. */
  readonly seq: number;
  readonly operationId: string;
  readonly tenantId: number;
  /** Negative where another installation has the address since: its stocktake of this id is another one (outbox/queue-missing.ts). */
  readonly inventoryId: number;
  /** The item, to find all its operations: `a7` is an article, `u3:CODE` an unknown code at a location. */
  readonly subject: string;
  readonly state: OutboxState;
  /** Set while the stored items do not include the operation: it is folded onto them. */
  readonly ahead?: 1;
  /** The period in which `at` can be compared with a `sentAt` (api/server-time.ts). */
  readonly era: string;
  readonly operation: SentOperation;
  readonly how: How;
  /** The open question; absent: none. */
  readonly question?: Question;
  /** The number of pieces of the scan; absent: one. */
  readonly pieces?: number;
  /** The article; null: unknown code. */
  readonly articleId: number | null;
  /** The item, as far as it was known on this device. */
  readonly itemId: number | null;
  /** The location of the user. */
  readonly placeId: number | null;
  readonly before: Before | null;
  /** The card as it was shown, to show it again. */
  readonly shown: {
    readonly verdict: Verdict;
    readonly name: string;
    readonly code: string | null;
    readonly place: string | null;
    readonly author: string;
    /** The quantity after the operation. */
    readonly quantity: number | null;
    /** Null: pieces, or an unknown code; undefined: stored by an earlier version. */
    readonly unit: string | null | undefined;
  };
  /** The operation that this one undoes or corrects. */
  readonly corrects: string | null;
  /** The counts of an unknown code that this one replaces, undone with it: its undo restores them. */
  readonly matched?: readonly string[];
  /** The other count of the same answer, stored before this one. Each is undone with the other. */
  readonly with?: string;
  readonly receipt: CountReceipt | null;
  /** The server's time when it confirmed the operation, ISO 8601. */
  readonly sentDT?: string;
  /** The installation that has answered to the operation (api/data-history.ts). */
  readonly installation?: string;
  /** Set while the operation is sent again after a restore of the server: what it was before. */
  readonly again?: { readonly state: OutboxState; readonly problem: string | null };
  /** The item of `operation.itemId` before a restore, because it may have another id since. */
  readonly namedItem?: { readonly expectedAt: number | null; readonly foundAt: number | null };
  /** Why it was rejected (the server's message) or discarded. */
  readonly problem: string | null;
}

/** A request other than a count. Counts are sent first. */
export type CommandTask =
  | { readonly kind: "photo"; readonly of: PhotoSubject; readonly file: Blob; readonly fileName: string }
  | LabelTask
  | {
      readonly kind: "proposal";
      readonly body: ProposeArticleRequest;
      readonly photo: Blob | null;
    }
  | {
      readonly kind: "custody";
      readonly operation: SubmitCustodyOperationRequest;
      /** The period in which its `at` can be corrected (api/server-time.ts). Earlier versions did not store it. */
      readonly era?: string;
      /** Of the condition. */
      readonly photo: Blob | null;
    }
  | { readonly kind: "code"; readonly articleId: number; readonly code: string }
  | { readonly kind: "request"; readonly path: string; readonly body: Readonly<Record<string, unknown>> };

/** Labels of an article or a location. */
type LabelTask = {
  readonly kind: "label";
  readonly printerId: number;
  readonly labelFormatId: number;
  readonly copies: number;
} & ({ readonly articleId: number } | { readonly locationId: number });

/** The subject of a photo. The item of an operation is known when its receipt comes. */
export type PhotoSubject =
  | {
      readonly itemId: number;
      /** By what the item is found where it has come back under another id. Earlier versions did not store it. */
      readonly item?: {
        readonly inventoryId: number;
        readonly articleId: number;
        readonly expectedAt: number | null;
        readonly foundAt: number | null;
      };
    }
  | { readonly operationId: string }
  | { readonly articleId: number };

/** What delivers a command in its author's name when the author's login has ended. */
export interface Delivery {
  /** The submission token of the login. */
  readonly token: string;
  /** Null: the device sends it, or it has only a photo. */
  readonly signature: string | null;
  /** Of its photo; null: it has none. */
  readonly photoSignature: string | null;
}

export interface QueuedCommand {
  readonly seq: number;
  /** Also its `Idempotency-Key`. */
  readonly id: string;
  readonly tenantId: number;
  /** The user who made it. It is sent as that user, or when a user with the permission logs in. */
  readonly userId: number;
  readonly title: string;
  readonly at: string;
  readonly state: "waiting" | "done" | "refused" | "given-up";
  readonly task: CommandTask;
  /** Absent: only its author's login sends it. */
  readonly delivery?: Delivery;
  /** The server's time when it confirmed the command, as this device estimates it, ISO 8601. */
  readonly sentDT?: string;
  /** The installation that has confirmed the command (api/data-history.ts). */
  readonly installation?: string;
  /** The server's error message. */
  readonly problem: string | null;
  /** The server's response: the oid of a print request or of a new article. */
  readonly result: Readonly<Record<string, unknown>> | null;
}

// Records of the server that are stored so that scans work without it.

/** Texts and days. Absent: none, or stored by an older version. */
type TerminalFields = { readonly [N in TerminalNames<typeof ARTICLE>]?: string };

/** The fields of an article that the terminal needs. */
export interface StoredArticle extends TerminalFields {
  readonly oid: number;
  readonly code: string | null;
  readonly name: string;
  readonly serialNumber: string | null;
  readonly rfId: string | null;
  readonly categoryId: number;
  readonly typeId: number;
  readonly stateId: number;
  readonly userId: number | null;
  readonly responsibleUserId: number | null;
  readonly isDisposal: boolean;
  /** Values of custom fields by the oid of the field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The smallest first; absent: none. */
  readonly packs?: readonly Pack[];
  /** Additional codes; absent: none. */
  readonly codes?: readonly StoredCode[];
}

/** An additional code of an article. `packQuantity`: pieces that a scan means; null: one. */
export interface StoredCode {
  readonly code: string;
  readonly packQuantity: number | null;
}

export interface StoredLocation {
  readonly oid: number;
  readonly name: string;
  readonly code: string | null;
  readonly parentLocationId: number | null;
  /** Position among its siblings, from 0; null: after the others, by name. */
  readonly position: number | null;
}

/** An inventory whose items are stored here. */
export interface StoredInventory extends Inventory {
  /** The chosen locations, each with its subtree; empty: all locations. */
  readonly locationIds: readonly number[];
  readonly tenantId: number;
  /** The cursor for the next changes of its items; null: the items are not complete yet. */
  readonly cursor: string | null;
  /** Its items include expected quantities: the user may see them. */
  readonly showsExpected: boolean;
}

/** The last version of an item from the server. */
export type StoredItem = InventoryItem;
