import { type Message, msg } from "../../../domain/message.ts";

/** A kind of job on screen. */
export interface ShownKind {
  readonly name: Message;
  /** What it came to, by the number of its units of work. */
  readonly result: Message;
  /** What cancelling it does. */
  readonly cancel?: Message;
  /** Its subject is a stocktake. */
  readonly isOfStocktake?: boolean;
}

const ITEMS_UNCHANGED = msg("The stocktake stays as it was before.", "Inventura zůstane, jak byla předtím.");

/** The kinds of jobs by their names on the server. */
export const KINDS: Readonly<Record<string, ShownKind>> = {
  prepare: {
    name: msg("Prepare stocktake", "Příprava inventury"),
    result: msg(
      "{n} item prepared|{n} items prepared",
      "Připravena {n} položka|Připraveny {n} položky|Připraveno {n} položek",
    ),
    cancel: msg(
      "The items that were created are removed. The stocktake stays in preparation.",
      "Vytvořené položky se odstraní. Inventura zůstane v přípravě.",
    ),
    isOfStocktake: true,
  },
  approve: {
    name: msg("Approve stocktake", "Schválení inventury"),
    result: msg(
      "{n} item approved|{n} items approved",
      "Schválena {n} položka|Schváleny {n} položky|Schváleno {n} položek",
    ),
    cancel: ITEMS_UNCHANGED,
    isOfStocktake: true,
  },
  approveItems: {
    name: msg("Approve items", "Schválení položek"),
    result: msg(
      "{n} item checked|{n} items checked",
      "Prověřena {n} položka|Prověřeny {n} položky|Prověřeno {n} položek",
    ),
    cancel: ITEMS_UNCHANGED,
    isOfStocktake: true,
  },
  reopen: {
    name: msg("Reopen stocktake", "Vrácení inventury k počítání"),
    result: msg("Reopened", "Vráceno k počítání"),
    isOfStocktake: true,
  },
  close: {
    name: msg("Close stocktake", "Uzavření inventury"),
    result: msg(
      "Stock of {n} article settled|Stock of {n} articles settled",
      "Vyrovnán stav {n} artiklu|Vyrovnán stav {n} artiklů|Vyrovnán stav {n} artiklů",
    ),
    cancel: ITEMS_UNCHANGED,
    isOfStocktake: true,
  },
  decide: {
    name: msg("Decide on items", "Rozhodnutí o položkách"),
    result: msg(
      "{n} item decided|{n} items decided",
      "Rozhodnuto o {n} položce|Rozhodnuto o {n} položkách|Rozhodnuto o {n} položkách",
    ),
    isOfStocktake: true,
  },
  merge: {
    name: msg("Merge list records", "Sloučení položek číselníku"),
    result: msg(
      "{n} record changed|{n} records changed",
      "Změněn {n} záznam|Změněny {n} záznamy|Změněno {n} záznamů",
    ),
  },
  bulkEdit: {
    name: msg("Bulk edit", "Hromadná úprava"),
    result: msg(
      "{n} article processed|{n} articles processed",
      "Zpracován {n} artikl|Zpracovány {n} artikly|Zpracováno {n} artiklů",
    ),
  },
  bulkLabels: {
    name: msg("Bulk labels", "Hromadný tisk štítků"),
    result: msg(
      "{n} article processed|{n} articles processed",
      "Zpracován {n} artikl|Zpracovány {n} artikly|Zpracováno {n} artiklů",
    ),
    cancel: msg(
      "Labels that wait are removed from the print queue. Printed labels stay.",
      "Čekající štítky se odeberou z tiskové fronty. Vytištěné zůstanou.",
    ),
  },
  sample: {
    name: msg("Load sample data", "Načtení ukázkových dat"),
    result: msg(
      "{n} record added|{n} records added",
      "Přidán {n} záznam|Přidány {n} záznamy|Přidáno {n} záznamů",
    ),
  },
  import: {
    name: msg("Import", "Import"),
    result: msg(
      "{n} row imported|{n} rows imported",
      "Importován {n} řádek|Importovány {n} řádky|Importováno {n} řádků",
    ),
  },
};

/** A kind of a newer server. */
const OTHER: ShownKind = {
  name: msg("Other work", "Jiná práce"),
  result: msg("{n} done|{n} done", "Hotovo: {n}"),
};

/** How a kind is shown. */
export const shownKind = (kind: string): ShownKind => KINDS[kind] ?? OTHER;
