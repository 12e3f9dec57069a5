import { type Message, msg } from "../../../domain/message.ts";
import { type ApiRequest, call, type Query } from "../../api/call.ts";
import type {
  ApprovalCounts,
  ApproveAssetProposalRequest,
  ApproveDisposalRequestRequest,
  ArticleDetail,
  ArticleDisposal,
  ArticleProposal,
  ArticleTransfer,
  ConfirmTransferRequestRequest,
} from "../../api/types/endpoints.d.ts";
import { money, pieces } from "../../articles/amounts.ts";
import { t, when } from "../../i18n/translate.ts";
import type { REQUEST_STATES } from "../../requests/proposal.ts";
import type { Named } from "../articles/names.ts";
import { currencyName } from "../articles/totals.ts";

/** The common properties of requests. */
export interface Row {
  readonly oid: number;
  readonly articleId: number;
  readonly name: string;
  readonly code: string | null;
  /** The request in one line. */
  readonly about: string;
  readonly who: string;
  /** ISO 8601. */
  readonly at: string;
  readonly note: string | null;
  readonly state: keyof typeof REQUEST_STATES;
  /** Not decided yet. */
  readonly isOpen: boolean;
  /** User and time of the decision. */
  readonly decided: string | null;
  /** The reason of a rejection. */
  readonly reason: string | null;
  /** The item of the stocktake that caused it; it may have photos of its own. */
  readonly inventoryItemId?: number | null;
}

/** The values that a Manager sets in an approval, by kind. */
export type Grant = ConfirmTransferRequestRequest &
  ApproveDisposalRequestRequest &
  ApproveAssetProposalRequest;

/** A kind of request: its endpoints and texts. */
export interface Kind<T, Granted = unknown> {
  readonly name: "transfers" | "disposals" | "proposals";
  /** The pending requests, or all of them; the newest before `before`. */
  readonly list: (isAll: boolean, before: number | undefined) => Query<readonly T[]>;
  readonly read: (id: number) => Query<T>;
  readonly grant: (id: number, body: Grant) => ApiRequest<Granted, "PUT">;
  readonly reject: (id: number, reason: string) => ApiRequest<T, "PUT">;
  readonly waiting: (news: ApprovalCounts) => number;
  readonly messages: Readonly<Record<"title" | "none" | "action", Message>> &
    Readonly<Record<"actions" | "warning" | "done", Message<{ n: number }>>>;
  readonly rowOf: (request: T, currencies: readonly Named[]) => Row;
}

/** User and time of the decision; null: not decided yet. */
const decided = (by: string | undefined, at: string | null) =>
  by === undefined || at === null ? null : `${by}, ${when(at)}`;
/** Joins the texts that exist to one line. */
const line = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(" · ");

/** Disposal requests. */
export const DISPOSALS: Kind<ArticleDisposal, ArticleDisposal> = {
  name: "disposals",
  list: (isAll, before) =>
    call("GET /api/articledisposals", { state: isAll ? undefined : "waiting", before }),
  read: (id) => call("GET /api/articledisposals/{id}", { id }),
  grant: (id, body) => call("PUT /api/articledisposals/{id}/approve", { id, body }),
  reject: (id, reason) => call("PUT /api/articledisposals/{id}/reject", { id, body: { reason } }),
  waiting: ({ disposals }) => disposals,
  messages: {
    title: msg("Disposals"),
    none: msg("No pending disposals"),
    action: msg("Approve"),
    actions: msg("Approve {n, plural, one {# disposal} other {# disposals}}"),
    warning: msg(
      "{n, plural, one {# article will be disposed of, and all its} other {# articles will be disposed of, and all their}} stock removed from their locations. This can't be undone.",
    ),
    done: msg("{n, plural, one {# disposal} other {# disposals}} approved"),
  },
  rowOf: ({ article, ...request }) => ({
    ...request,
    name: article.name,
    code: article.code,
    about: line(request.disposalMethod?.name, request.disposalReason?.name),
    who: request.user.fullName,
    at: request.proposalDT,
    isOpen: request.state === "waiting",
    decided: decided(request.decidedBy?.fullName, request.decidedDT),
    reason: request.rejectReason,
  }),
};

/** Asset proposals. */
export const PROPOSALS: Kind<ArticleProposal, ArticleDetail> = {
  name: "proposals",
  list: (isAll, before) =>
    call("GET /api/articleproposals", { state: isAll ? undefined : "waiting", before }),
  read: (id) => call("GET /api/articleproposals/{id}", { id }),
  grant: (id, body) => call("PUT /api/articleproposals/{id}/approve", { id, body }),
  reject: (id, reason) => call("PUT /api/articleproposals/{id}/reject", { id, body: { reason } }),
  waiting: ({ proposals }) => proposals,
  messages: {
    title: msg("Proposed assets"),
    none: msg("No pending proposals"),
    action: msg("Approve"),
    actions: msg("Approve {n, plural, one {# proposal} other {# proposals}}"),
    warning: msg(
      "{n, plural, one {# article will be put into use. Without a code it gets the next free one.} other {# articles will be put into use. Those without a code get the next free ones.}}",
    ),
    done: msg("{n, plural, one {# proposal} other {# proposals}} approved"),
  },
  rowOf: ({ category, type, price, currencyType, ...request }, currencies) => ({
    ...request,
    articleId: request.oid,
    about: line(
      category.name,
      type.name,
      price > 0 ? money(price, currencyName(currencies, currencyType?.oid ?? null)) : null,
    ),
    who: request.createdBy,
    at: request.createdDT,
    isOpen: request.state === "waiting",
    decided: decided(request.rejectedBy ?? undefined, request.rejectedDT),
    reason: request.rejectReason,
  }),
};

/** Transfer requests. */
export const TRANSFERS: Kind<ArticleTransfer, ArticleTransfer> = {
  name: "transfers",
  list: (isAll, before) => call("GET /api/articletransfers", { state: isAll ? undefined : "open", before }),
  read: (id) => call("GET /api/articletransfers/{id}", { id }),
  grant: (id, body) => call("PUT /api/articletransfers/{id}/confirm", { id, body }),
  reject: (id, reason) => call("PUT /api/articletransfers/{id}/reject", { id, body: { reason } }),
  waiting: ({ transfers }) => transfers,
  messages: {
    title: msg("Transfers"),
    none: msg("No pending transfers"),
    action: msg("Confirm"),
    actions: msg("Confirm {n, plural, one {# transfer} other {# transfers}}"),
    warning: msg(
      "{n, plural, one {# transfer will be confirmed and its article} other {# transfers will be confirmed and their articles}} moved.",
    ),
    done: msg("{n, plural, one {# transfer} other {# transfers}} confirmed"),
  },
  rowOf: ({ article, targetLocation, fromLocation, quantity, unit, ...request }) => ({
    ...request,
    name: article.name,
    code: article.code,
    about: [
      quantity !== null
        ? pieces(quantity, unit)
        : t(unit === null ? msg("all pieces") : msg("All", "requests")),
      ...(fromLocation === null ? [] : [`· ${fromLocation.name}`]),
      `→ ${targetLocation.name}`,
    ].join(" "),
    who: request.user.fullName,
    at: request.createdDT,
    isOpen: request.state === "open",
    decided: decided(request.decidedBy?.fullName, request.decidedDT),
  }),
};

/** All kinds, in the order of the tabs. */
export const KINDS = [TRANSFERS, DISPOSALS, PROPOSALS] as const;
