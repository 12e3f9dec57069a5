import { msg } from "../../../domain/message.ts";
import {
  confirmTransferRequest,
  getTransferRequest,
  rejectTransferRequest,
} from "../../api/console/requests.ts";
import { listTransferRequests } from "../../api/requests.ts";
import type { ArticleTransfer } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { decided, type Kind } from "./kind.ts";

/** Transfer requests. */
export const TRANSFERS: Kind<ArticleTransfer, ArticleTransfer> = {
  name: "transfers",
  list: (isAll, before) => listTransferRequests({ state: isAll ? undefined : "open", before }),
  read: (id) => getTransferRequest({ id }),
  grant: (id, body) => confirmTransferRequest({ id, body }),
  reject: (id, reason) => rejectTransferRequest({ id, body: { reason } }),
  waiting: ({ transfers }) => transfers,
  words: {
    title: msg("Transfers"),
    none: msg("No pending transfers"),
    action: msg("Confirm"),
    actions: msg("Confirm {n, plural, one {# transfer} other {# transfers}}"),
    warning: msg(
      "{n, plural, one {# transfer will be confirmed and its article} other {# transfers will be confirmed and their articles}} moved.",
    ),
    done: msg("{n, plural, one {# transfer} other {# transfers}} confirmed"),
  },
  rowOf: ({ article, targetLocation, fromLocation, quantity, user, decidedDT, decidedBy, ...given }) => ({
    ...given,
    name: article.name,
    code: article.code,
    about: [
      quantity === null ? t(TEXTS.allPieces) : t(TEXTS.pieces, { n: quantity }),
      ...(fromLocation === null ? [] : [`· ${fromLocation.name}`]),
      `→ ${targetLocation.name}`,
    ].join(" "),
    who: user.fullName,
    at: given.createdDT,
    isOpen: given.state === "open",
    decided: decided(decidedBy?.fullName, decidedDT),
  }),
};

const TEXTS = {
  allPieces: msg("all pieces"),
  pieces: msg("{n, plural, one {# piece} other {# pieces}}"),
};
