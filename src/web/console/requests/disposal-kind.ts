import { msg } from "../../../domain/message.ts";
import type { ArticleDisposal } from "../../api/types/endpoints.d.ts";
import { decided, type Kind, line } from "./kind.ts";

/** Disposal requests. */
export const DISPOSALS: Kind<ArticleDisposal> = {
  name: "disposals",
  path: "/api/articledisposals",
  open: "waiting",
  grant: "approve",
  waiting: ({ disposals }) => disposals,
  words: {
    title: msg("Disposals", "Vyřazení"),
    none: msg("No pending disposals", "Žádná čekající vyřazení"),
    deed: msg("Approve", "Schválit"),
    deeds: msg(
      "Approve {n} disposal|Approve {n} disposals",
      "Schválit {n} vyřazení|Schválit {n} vyřazení|Schválit {n} vyřazení",
    ),
    warning: msg(
      "{n} article will be disposed of, and all its pieces removed from their locations. This can't be undone.|{n} articles will be disposed of, and all their pieces removed from their locations. This can't be undone.",
      "Vyřadí se {n} artikl a všechny jeho kusy se odeberou z umístění. Tuto akci nelze vzít zpět.|Vyřadí se {n} artikly a všechny jejich kusy se odeberou z umístění. Tuto akci nelze vzít zpět.|Vyřadí se {n} artiklů a všechny jejich kusy se odeberou z umístění. Tuto akci nelze vzít zpět.",
    ),
    done: msg("{n} disposal approved|{n} disposals approved", "Schváleno {n} vyřazení"),
  },
  rowOf: ({
    article,
    disposalMethod,
    disposalReason,
    user,
    decidedDT,
    decidedBy,
    rejectReason,
    ...given
  }) => ({
    ...given,
    name: article.name,
    code: article.code,
    about: line(disposalMethod?.name, disposalReason?.name),
    who: user.fullName,
    at: given.proposalDT,
    isOpen: given.state === "waiting",
    decided: decided(decidedBy?.fullName, decidedDT),
    reason: rejectReason,
  }),
};
