import { say, type Words } from "../../../words.ts";
import { number, plural, t } from "../../app/words.ts";
import { KIND_SCREENS } from "./kinds.ts";
import type { ImportDetail } from "./shapes.ts";

interface SummaryProps {
  readonly one: ImportDetail;
  /** It is so now. */
  readonly isSure: boolean;
  readonly onApply: () => void;
  readonly onCancel: () => void;
}

/** What an import would do or has done, in numbers, and the way on. */
export function Summary({ one, isSure, onApply, onCancel }: SummaryProps) {
  const { state, errorCount } = one;
  const isDone = state === "applied";
  return (
    <section class="import-summary" aria-label={t(TEXTS.title)}>
      <dl>
        <Figure words={TEXTS.rows} value={one.rows} />
        <Figure words={isDone ? TEXTS.added : TEXTS.toAdd} value={one.toCreate} />
        <Figure words={isDone ? TEXTS.changed : TEXTS.toChange} value={one.toUpdate} />
        <Figure words={TEXTS.same} value={one.unchanged} />
        {!isDone && <Figure words={TEXTS.errors} value={errorCount} isBad={errorCount > 0} />}
      </dl>
      <Made one={one} />
      {isDone && <p class="note is-applied">{t(TEXTS.isDone)}</p>}
      {!isDone && errorCount > 0 && (
        <p class="note is-bad">{plural(errorCount, state === "failed" ? TEXTS.failed : TEXTS.faulty)}</p>
      )}
      <div class="row">
        {isDone ? (
          <a class="button" href={KIND_SCREENS[one.kind]}>
            {t(TEXTS.look)}
          </a>
        ) : (
          <>
            {(errorCount === 0 || state === "failed") && (
              <button type="button" disabled={!isSure} onClick={onApply}>
                {t(state === "failed" ? TEXTS.again : TEXTS.apply)}
              </button>
            )}
            <button type="button" class="second" disabled={!isSure} onClick={onCancel}>
              {t(TEXTS.cancel)}
            </button>
          </>
        )}
        <a class="button second" href={`#/exchange?kind=${one.kind}`}>
          {t(TEXTS.other)}
        </a>
      </div>
    </section>
  );
}

interface FigureProps {
  readonly words: Words;
  readonly value: number;
  readonly isBad?: boolean;
}

function Figure({ words, value, isBad = false }: FigureProps) {
  return (
    <div class={isBad ? "is-bad" : ""}>
      <dt>{t(words)}</dt>
      <dd>{number(value)}</dd>
    </div>
  );
}

/** What is made beside the rows, because they name it. */
function Made({ one: { made } }: { readonly one: ImportDetail }) {
  const parts = (["locations", "categories", "types"] as const).filter((name) => made[name].count > 0);
  if (parts.length === 0) return null;
  return (
    <ul class="import-made">
      {parts.map((name) => {
        const { count, names } = made[name];
        const others = count > names.length ? " …" : "";
        return (
          <li key={name}>
            {t(TEXTS[name], { n: count })}{" "}
            <span class="quiet">
              {names.join(", ")}
              {others}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const TEXTS = {
  title: say("In numbers", "V číslech"),
  rows: say("Rows", "Řádků"),
  toAdd: say("To be added", "Přidá se"),
  toChange: say("To be changed", "Změní se"),
  added: say("Added", "Přidáno"),
  changed: say("Changed", "Změněno"),
  same: say("The same", "Beze změny"),
  errors: say("Errors", "Chyb"),
  locations: say("New places: {n}.", "Nová umístění: {n}."),
  categories: say("New categories: {n}.", "Nové kategorie: {n}."),
  types: say("New types: {n}.", "Nové typy: {n}."),
  isDone: say("The table is brought in.", "Tabulka je načtena."),
  faulty: say(
    "The table has {n} error, and is brought in whole or not at all. Correct the file or match its columns otherwise; nothing was changed.|The table has {n} errors, and is brought in whole or not at all. Correct the file or match its columns otherwise; nothing was changed.",
    "Tabulka má {n} chybu a načte se jen celá. Opravte soubor nebo přiřaďte sloupce jinak; nic se nezměnilo.|Tabulka má {n} chyby a načte se jen celá. Opravte soubor nebo přiřaďte sloupce jinak; nic se nezměnilo.|Tabulka má {n} chyb a načte se jen celá. Opravte soubor nebo přiřaďte sloupce jinak; nic se nezměnilo.",
  ),
  failed: say(
    "The data have changed since the check: {n} error. Nothing was changed.|The data have changed since the check: {n} errors. Nothing was changed.",
    "Data se od kontroly změnila: {n} chyba. Nic se nezměnilo.|Data se od kontroly změnila: {n} chyby. Nic se nezměnilo.|Data se od kontroly změnila: {n} chyb. Nic se nezměnilo.",
  ),
  apply: say("Apply", "Provést"),
  again: say("Try again", "Zkusit znovu"),
  cancel: say("Cancel the import", "Zrušit import"),
  look: say("Look at them", "Prohlédnout"),
  other: say("Another file", "Jiný soubor"),
};
