import type { PrinterNews } from "../../../events/shapes.ts";
import { say } from "../../../words.ts";
import { Icon } from "../../app/icon.tsx";
import { may } from "../../app/may.ts";
import { language, plural, t } from "../../app/words.ts";
import { news } from "../live/live.ts";
import { Told } from "./told.tsx";

/** Each printer, and why it does not print. */
export function Printers() {
  return (
    <section class="card" aria-labelledby="printers-now">
      <h2 id="printers-now">{t(TEXTS.title)}</h2>
      <Told of={news.printers}>
        {(all) =>
          all.length === 0 ? (
            <p class="quiet">
              {t(TEXTS.none)} {may("administer") && <a href="#/printers/new">{t(TEXTS.add)}</a>}
            </p>
          ) : (
            <ul class="list">
              {all.map((printer) => (
                <li key={printer.oid}>
                  <a href={`#/printers/queue?printerId=${printer.oid}`}>
                    <span class="main">
                      <b>{printer.name}</b>
                      <State printer={printer} />
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </Told>
    </section>
  );
}

function State({ printer: { isActive, waiting, printing, lastError } }: { readonly printer: PrinterNews }) {
  const count = waiting + printing;
  if (!isActive) return <span class="quiet">{t(TEXTS.off)}</span>;
  if (lastError !== null) {
    return (
      <span class="fault">
        <Icon name="warning" size={18} /> {lastError[language.value]} {plural(count, TEXTS.waiting)}
      </span>
    );
  }
  return <span>{count === 0 ? t(TEXTS.idle) : plural(count, TEXTS.waiting)}</span>;
}

const TEXTS = {
  title: say("Printers", "Tiskárny"),
  none: say("No printer yet.", "Zatím žádná tiskárna."),
  add: say("Add one", "Přidat tiskárnu"),
  off: say("switched off", "vypnutá"),
  idle: say("nothing waits", "nic nečeká"),
  waiting: say("{n} label waits|{n} labels wait", "čeká {n} štítek|čekají {n} štítky|čeká {n} štítků"),
};
