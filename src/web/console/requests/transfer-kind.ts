import { msg } from "../../../domain/message.ts";
import type { ArticleTransfer } from "../../api/types/endpoints.d.ts";
import { plural, t } from "../../i18n/translate.ts";
import { decided, type Kind } from "./kind.ts";

/** Transfer requests. */
export const TRANSFERS: Kind<ArticleTransfer> = {
  name: "transfers",
  path: "/api/articletransfers",
  open: "open",
  grant: "confirm",
  waiting: ({ transfers }) => transfers,
  words: {
    title: msg("Transfers", "Převody"),
    none: msg("No pending transfers", "Žádné čekající převody"),
    deed: msg("Confirm", "Potvrdit"),
    deeds: msg(
      "Confirm {n} transfer|Confirm {n} transfers",
      "Potvrdit {n} převod|Potvrdit {n} převody|Potvrdit {n} převodů",
    ),
    warning: msg(
      "{n} transfer will be confirmed and its article moved.|{n} transfers will be confirmed and their articles moved.",
      "Potvrdí se {n} převod a jeho artikl se přesune.|Potvrdí se {n} převody a jejich artikly se přesunou.|Potvrdí se {n} převodů a jejich artikly se přesunou.",
    ),
    done: msg(
      "{n} transfer confirmed|{n} transfers confirmed",
      "Potvrzen {n} převod|Potvrzeny {n} převody|Potvrzeno {n} převodů",
    ),
  },
  rowOf: ({ article, targetLocation, fromLocation, quantity, user, decidedDT, decidedBy, ...given }) => ({
    ...given,
    name: article.name,
    code: article.code,
    about: [
      quantity === null ? t(TEXTS.allPieces) : plural(quantity, TEXTS.pieces),
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
  allPieces: msg("all pieces", "všechny kusy"),
  pieces: msg("{n} piece|{n} pieces", "{n} kus|{n} kusy|{n} kusů"),
};
