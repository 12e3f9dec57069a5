import { msg } from "../../../../domain/message.ts";
import { plural, t } from "../../../app/words.ts";
import { newId } from "../../../box/ids.ts";
import { askAsUser } from "../../../box/tokens.ts";
import type { Work } from "./work.ts";

/** Which labels are wanted, and where. */
export interface Labels {
  readonly printerId: number;
  readonly labelFormatId: number;
  readonly copies: number;
}

/** Asks for the labels of each of many articles, in their order. Each has a key of its own: asked for again it prints once. */
export function printWork(labels: Labels): Work {
  const keys = new Map<number, string>();
  return {
    title: t(TEXTS.printing),
    atOnce: 1,
    link: { href: "#/printers", words: t(TEXTS.queue) },
    ended: (n) => plural(n, TEXTS.asked),
    async each({ oid }) {
      const key = keys.get(oid) ?? newId(Date.now());
      keys.set(oid, key);
      await askForLabels(oid, labels, key);
      return true;
    },
  };
}

/** Asks once for the labels of an article; gives the number of the request. Throws BoxAway, Refused or NotLoggedIn. */
export async function askForLabels(articleId: number, labels: Labels, key: string): Promise<number> {
  const { oid } = await askAsUser<{ readonly oid: number }>("/api/pda/printing/print", {
    method: "POST",
    body: { articleId, ...labels },
    headers: { "Idempotency-Key": key },
  });
  return oid;
}

const TEXTS = {
  printing: msg("Adding labels to the print queue…", "Přidávám štítky do tiskové fronty…"),
  queue: msg("Open queue", "Otevřít frontu"),
  asked: msg(
    "Labels of {n} article added to the print queue|Labels of {n} articles added to the print queue",
    "Štítky {n} artiklu přidány do tiskové fronty|Štítky {n} artiklů přidány do tiskové fronty|Štítky {n} artiklů přidány do tiskové fronty",
  ),
};
