import type { CountReceipt } from "../api/types/endpoints.d.ts";

// What was done here and is not (surely) at the server yet.

/** What is said of an item, as `POST /api/inventories/{id}/counts` takes it; `at` by the server's time. */
export interface SentOperation {
  readonly operationId: string;
  readonly kind: "set" | "add";
  readonly quantity?: number | null;
  readonly itemId?: number;
  readonly code?: string;
  readonly locationId?: number;
  readonly at: string;
  readonly userId: number;
  /** One more at the location, not the piece that is expected or was counted elsewhere. */
  readonly isExtra?: boolean;
  /** The cursor of the items that this terminal had then. */
  readonly seen?: string;
  readonly note?: string | null;
  readonly isFound?: boolean;
  readonly isDisposal?: boolean;
  readonly disposalMethodId?: number | null;
  readonly disposalReasonId?: number | null;
}

/**
 * `waiting`: to be sent. `asked`: the worker has not said yet what a repeated scan means; it is not sent. `sent`: the server has
 * it. `late`, `unknown`: the server has it, and somebody should look. `refused`: the server did not take it; it stays until somebody
 * sends it again or gives it up. `given-up`: kept to look at only.
 */
export type OutboxState = "waiting" | "asked" | "sent" | "late" | "unknown" | "refused" | "given-up";

/**
 * What the worker sees of a scan. `counted`: the first piece; `added`: one more; `same`: counted before, nothing changed; `elsewhere`: accepted,
 * it is expected at another location; `unexpected`: accepted, no list of the stocktake has it; `surplus`: accepted, more than
 * expected; `asked`: not counted until the worker answers; `unknown`: nobody knows the code; `failed`: not counted.
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
 * What the worker is asked. `surplus`: the same piece or one more; `moved`: it was counted at another location; `large`: so many
 * pieces at once are far more than expected.
 */
export type Question = "surplus" | "moved" | "large";

/** By what an operation came to be. */
export type How = "scan" | "typed" | "answer" | "undo" | "correct" | "note" | "disposal";

/** What was known of a thing before an operation: what an undo goes back to. */
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
  /** The order in which they were made here. */
  readonly seq: number;
  readonly operationId: string;
  readonly tenantId: number;
  readonly inventoryId: number;
  /** What it is about, so that all operations of one thing are found: `a7` an article, `u3:CODE` an unknown code at a place. */
  readonly subject: string;
  readonly state: OutboxState;
  /** The items as they are kept here do not show it yet: it is folded onto them. Absent: they do, or it does not count. */
  readonly ahead?: 1;
  /** The stretch of time in which its `at` may be compared with a `sentAt` (api/server-time.ts). */
  readonly era: string;
  readonly operation: SentOperation;
  readonly how: How;
  /** What the worker is asked; absent: nothing. */
  readonly question?: Question;
  /** How many pieces the scan stands for; absent: one. */
  readonly pieces?: number;
  /** The article; null: nobody knows the code. */
  readonly articleId: number | null;
  /** The item that was meant, as far as it was known here. */
  readonly itemId: number | null;
  /** Where the worker was. */
  readonly placeId: number | null;
  readonly before: Before | null;
  /** What was shown of it, to show it again. */
  readonly shown: {
    readonly verdict: Verdict;
    readonly name: string;
    readonly code: string | null;
    readonly place: string | null;
    readonly author: string;
    /** The quantity after it. */
    readonly quantity: number | null;
  };
  /** The operation that this one undoes or corrects. */
  readonly corrects: string | null;
  readonly receipt: CountReceipt | null;
  /** Why it was not taken, in the words of the server, or why it was given up. */
  readonly problem: string | null;
}

/** Something else that waits for the server: never in the way of counts. */
export type CommandTask =
  | { readonly kind: "photo"; readonly of: PhotoSubject; readonly file: Blob; readonly fileName: string }
  | {
      readonly kind: "label";
      readonly articleId: number;
      readonly printerId: number;
      readonly labelFormatId: number;
      readonly copies: number;
    }
  | {
      readonly kind: "proposal";
      readonly body: Readonly<Record<string, unknown>>;
      readonly photo: Blob | null;
    }
  | { readonly kind: "request"; readonly path: string; readonly body: Readonly<Record<string, unknown>> };

/** What a photo shows. An operation's item is known when its receipt has come. */
export type PhotoSubject =
  | { readonly itemId: number }
  | { readonly operationId: string }
  | { readonly articleId: number };

export interface QueuedCommand {
  readonly seq: number;
  /** Also its `Idempotency-Key`. */
  readonly id: string;
  readonly tenantId: number;
  /** Who asked; it is sent as that user, or waits for one who may. */
  readonly userId: number;
  readonly title: string;
  readonly at: string;
  readonly state: "waiting" | "done" | "refused" | "given-up";
  readonly task: CommandTask;
  /** The server's own words of why not. */
  readonly problem: string | null;
  /** What the server answered: a print request's oid, a new article's. */
  readonly result: Readonly<Record<string, unknown>> | null;
}
