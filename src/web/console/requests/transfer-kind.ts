import type { TransferRequest } from "../../../requests/shapes.ts";
import { say } from "../../../words.ts";
import { plural, t } from "../../app/words.ts";
import { decided, type Kind } from "./kind.ts";

/** Articles that somebody wants to be moved. */
export const TRANSFERS: Kind<TransferRequest> = {
  name: "transfers",
  path: "/api/articletransfers",
  open: "open",
  grant: "confirm",
  waiting: ({ transfers }) => transfers,
  words: {
    title: say("Transfers", "Převody"),
    none: say("No transfer waits.", "Žádný převod nečeká."),
    deed: say("Confirm", "Potvrdit"),
    deeds: say(
      "Confirm {n} transfer|Confirm {n} transfers",
      "Potvrdit {n} převod|Potvrdit {n} převody|Potvrdit {n} převodů",
    ),
    warning: say(
      "The articles are moved at once: {n} transfer. Each can be moved back by hand.|The articles are moved at once: {n} transfers. Each can be moved back by hand.",
      "Artikly se hned přesunou: {n} převod. Zpět je lze přesunout ručně.|Artikly se hned přesunou: {n} převody. Zpět je lze přesunout ručně.|Artikly se hned přesunou: {n} převodů. Zpět je lze přesunout ručně.",
    ),
    done: say(
      "{n} transfer confirmed.|{n} transfers confirmed.",
      "Potvrzen {n} převod.|Potvrzeny {n} převody.|Potvrzeno {n} převodů.",
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
  allPieces: say("all pieces", "všechny kusy"),
  pieces: say("{n} piece|{n} pieces", "{n} kus|{n} kusy|{n} kusů"),
};
