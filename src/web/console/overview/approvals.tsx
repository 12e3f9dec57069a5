import { say } from "../../../words.ts";
import { number, t } from "../../app/words.ts";
import { news } from "../live/live.ts";
import { Told } from "./told.tsx";

/** What waits for a Manager's decision, and printers that do not print. */
export function Approvals() {
  const stuck =
    news.printers.value?.filter(({ isActive, lastError }) => isActive && lastError !== null) ?? [];
  return (
    <section aria-labelledby="waiting-now">
      <h2 id="waiting-now">{t(TEXTS.title)}</h2>
      <Told of={news.approvals}>
        {({ transfers, disposals, proposals, inventories }) => {
          const rows = [
            { words: t(TEXTS.transfers), count: transfers, href: "#/requests/transfers" },
            { words: t(TEXTS.disposals), count: disposals, href: "#/requests/disposals" },
            { words: t(TEXTS.proposals), count: proposals, href: "#/requests/proposals" },
            { words: t(TEXTS.inventories), count: inventories, href: "#/stocktakes" },
            { words: t(TEXTS.printers), count: stuck.length, href: "#/printers" },
          ].filter(({ count }) => count > 0);
          if (rows.length === 0) return <p class="quiet">{t(TEXTS.none)}</p>;
          return (
            <ul class="waiting-now">
              {rows.map(({ words, count, href }) => (
                <li key={href}>
                  <a href={href}>
                    <b>{number(count)}</b> {words}
                  </a>
                </li>
              ))}
            </ul>
          );
        }}
      </Told>
    </section>
  );
}

const TEXTS = {
  title: say("Waiting for somebody", "Čeká na někoho"),
  none: say("Nothing waits.", "Nic nečeká."),
  transfers: say("transfers", "převody"),
  disposals: say("disposals", "vyřazení"),
  proposals: say("proposed assets", "navržený majetek"),
  printers: say("printers that do not print", "tiskárny, které netisknou"),
  inventories: say("stocktakes to approve", "inventury ke schválení"),
};
