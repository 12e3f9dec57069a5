import { useMemo, useState } from "preact/hooks";
import { say } from "../../../words.ts";
import { number, t } from "../../app/words.ts";
import { Sideways } from "../table/sideways.tsx";
import { type GridLine, gridLines } from "./grid-rows.ts";
import type { ImportDetail } from "./shapes.ts";

const LINE_PX = 32;
const HEIGHT_PX = 480;
/** Lines that are drawn above and below what is seen. */
const SPARE = 8;
/** So few are all drawn, and their texts may take more than a line. */
const FEW = 200;

/** Every error, and what becomes of the first rows: however many there are, only those in sight are drawn. */
export function ImportGrid({ one }: { readonly one: ImportDetail }) {
  const [wantsErrors, setWantsErrors] = useState(false);
  const onlyErrors = wantsErrors && one.errors.length > 0;
  const lines = useMemo(() => gridLines(one, onlyErrors), [one, onlyErrors]);
  if (lines.length === 0) return null;
  return (
    <section>
      <h2>{t(TEXTS.title)}</h2>
      <p class="quiet">
        {t(one.errorCount > one.errors.length ? TEXTS.someErrors : TEXTS.what, { n: one.errors.length })}
      </p>
      {one.errors.length > 0 && (
        <label class="check">
          <input type="checkbox" checked={wantsErrors} onChange={() => setWantsErrors(!wantsErrors)} />
          {t(TEXTS.onlyErrors)}
        </label>
      )}
      <Lines key={String(onlyErrors)} lines={lines} />
    </section>
  );
}

function Lines({ lines }: { readonly lines: readonly GridLine[] }) {
  const [top, setTop] = useState(0);
  const areFew = lines.length <= FEW;
  const first = areFew ? 0 : Math.max(0, Math.floor(top / LINE_PX) - SPARE);
  const end = Math.ceil((top + HEIGHT_PX) / LINE_PX) + SPARE;
  const last = areFew ? lines.length : Math.min(lines.length, end);
  return (
    <Sideways
      class={areFew ? "import-grid are-few" : "import-grid"}
      name={t(TEXTS.title)}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <table class="data" aria-rowcount={lines.length + 1}>
        <thead>
          <tr>
            <th scope="col" class="number">
              {t(TEXTS.row)}
            </th>
            <th scope="col">{t(TEXTS.outcome)}</th>
            <th scope="col">{t(TEXTS.where)}</th>
            <th scope="col">{t(TEXTS.detail)}</th>
          </tr>
        </thead>
        <tbody>
          <Gap lines={first} />
          {lines.slice(first, last).map(({ row, is, where, what }, place) => (
            <tr key={first + place} class={`is-${is}`} aria-rowindex={first + place + 2}>
              <td class="number">{number(row)}</td>
              <td>{t(TEXTS[is])}</td>
              <td>{where}</td>
              <td class="what">{what}</td>
            </tr>
          ))}
          <Gap lines={lines.length - last} />
        </tbody>
      </table>
    </Sideways>
  );
}

/** The room of lines that are not drawn. */
function Gap({ lines }: { readonly lines: number }) {
  if (lines === 0) return null;
  return (
    <tr class="gap" style={{ height: `${lines * LINE_PX}px` }}>
      <td colSpan={4} />
    </tr>
  );
}

const TEXTS = {
  title: say("Rows of the file", "Řádky souboru"),
  what: say(
    "All errors, and the first 20 rows of each other outcome, numbered as in the spreadsheet.",
    "Všechny chyby a prvních 20 řádků každého jiného výsledku, číslované jako v tabulce.",
  ),
  someErrors: say(
    "The first {n} errors, and the first 20 rows of each other outcome, numbered as in the spreadsheet.",
    "Prvních {n} chyb a prvních 20 řádků každého jiného výsledku, číslované jako v tabulce.",
  ),
  onlyErrors: say("Only what is wrong", "Jen chyby"),
  row: say("Row", "Řádek"),
  outcome: say("Outcome", "Výsledek"),
  where: say("Column or key", "Sloupec nebo klíč"),
  detail: say("What", "Co"),
  error: say("error", "chyba"),
  create: say("new", "nový"),
  update: say("changed", "změna"),
  unchanged: say("the same", "beze změny"),
};
