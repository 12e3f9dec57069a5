import type { Message } from "../../../domain/message.ts";
import type { ApiRequest, Query } from "../../api/call.ts";
import type {
  ApprovalCounts,
  ApproveAssetProposalRequest,
  ApproveDisposalRequestRequest,
  ConfirmTransferRequestRequest,
} from "../../api/types/endpoints.d.ts";
import { when } from "../../i18n/translate.ts";
import type { REQUEST_STATES } from "../../requests/request-states.ts";

/** What every request tells, whatever it asks for. */
export interface Row {
  readonly oid: number;
  readonly articleId: number;
  readonly name: string;
  readonly code: string | null;
  /** What is asked, in a line. */
  readonly about: string;
  readonly who: string;
  /** ISO 8601. */
  readonly at: string;
  readonly note: string | null;
  readonly state: keyof typeof REQUEST_STATES;
  /** Nobody has decided yet. */
  readonly isOpen: boolean;
  /** By whom and when it was decided. */
  readonly decided: string | null;
  /** Why it was rejected. */
  readonly reason: string | null;
  /** The stocktake's item that it came by, which may have photos of its own. */
  readonly inventoryItemId?: number | null;
}

/** What a Manager sets while granting a request, by kind. */
export type Grant = ConfirmTransferRequestRequest &
  ApproveDisposalRequestRequest &
  ApproveAssetProposalRequest;

/** A kind of request: where it is read and decided, and its words. */
export interface Kind<T, Granted = unknown> {
  readonly name: "transfers" | "disposals" | "proposals";
  /** Those that wait, or all of them; the newest before `before`. */
  readonly list: (isAll: boolean, before: number | undefined) => Query<readonly T[]>;
  readonly read: (id: number) => Query<T>;
  readonly grant: (id: number, body: Grant) => ApiRequest<Granted, "PUT">;
  readonly reject: (id: number, reason: string) => ApiRequest<T, "PUT">;
  readonly waiting: (news: ApprovalCounts) => number;
  readonly words: Readonly<Record<"title" | "none" | "action", Message>> &
    Readonly<Record<"actions" | "warning" | "done", Message<{ n: number }>>>;
  readonly rowOf: (request: T) => Row;
}

/** By whom and when it was decided; null: it was not yet. */
export const decided = (by: string | undefined, at: string | null) =>
  by === undefined || at === null ? null : `${by}, ${when(at)}`;
/** What is there of these, in a line. */
export const line = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(" · ");
