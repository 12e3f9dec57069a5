import type { DisposalRequest } from "../../../requests/shapes.ts";
import { say } from "../../../words.ts";
import { decided, type Kind, line } from "./kind.ts";

/** Articles that somebody wants to be disposed of. */
export const DISPOSALS: Kind<DisposalRequest> = {
  name: "disposals",
  path: "/api/articledisposals",
  open: "waiting",
  grant: "approve",
  waiting: ({ disposals }) => disposals,
  words: {
    title: say("Disposals", "Vyřazení"),
    none: say("No disposal waits.", "Žádné vyřazení nečeká."),
    deed: say("Approve", "Schválit"),
    deeds: say(
      "Approve {n} disposal|Approve {n} disposals",
      "Schválit {n} vyřazení|Schválit {n} vyřazení|Schválit {n} vyřazení",
    ),
    warning: say(
      "{n} article is disposed of, and all its pieces leave their places. It can't be taken back here.|{n} articles are disposed of, and all their pieces leave their places. It can't be taken back here.",
      "Vyřadí se {n} artikl a všechny jeho kusy zmizí z umístění. Tady to nelze vzít zpět.|Vyřadí se {n} artikly a všechny jejich kusy zmizí z umístění. Tady to nelze vzít zpět.|Vyřadí se {n} artiklů a všechny jejich kusy zmizí z umístění. Tady to nelze vzít zpět.",
    ),
    done: say("{n} disposal approved.|{n} disposals approved.", "Schváleno {n} vyřazení."),
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
