import { useMemo } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { plural, t } from "../../../i18n/translate.ts";
import { addressOf } from "../../../router/address.ts";
import { ErrorsFile } from "../errors-file.tsx";
import { Figures } from "../figures.tsx";
import { Grid } from "./grid.tsx";
import { previewLines } from "./grid-rows.ts";
import type { Check } from "./use-check.ts";

/** What the import will do: figures, columns that are not imported, and the first rows. */
export function PreviewStep({ check: { one, change } }: { readonly check: Check }) {
  const lines = useMemo(() => previewLines(one), [one]);
  const ignored = one.columns.filter(({ field }) => field === null);
  const stepHref = (step: string) => `#${addressOf(`/exchange/${one.id}`, { step })}`;
  if (one.headerRow === null) return <p class="note is-bad">{t(TEXTS.noHeader)}</p>;
  return (
    <>
      <Figures one={one} />
      {one.state === "failed" && (
        <div class="import-head">
          <p class="note is-bad">{t(TEXTS.failed)}</p>
          <button type="button" onClick={() => change("again", (options) => options)}>
            {t(TEXTS.again)}
          </button>
        </div>
      )}
      {one.errorRows > 0 && (
        <div class="import-head">
          <p class="note is-bad">
            {plural(one.errorRows, TEXTS.errors)} <a href={stepHref("fix")}>{t(TEXTS.fix)}</a>
          </p>
          <ErrorsFile one={one} />
        </div>
      )}
      {ignored.length > 0 && (
        <p>
          {t(TEXTS.ignored, { names: ignored.map(({ header, letter }) => header || letter).join(", ") })}{" "}
          <a href={stepHref("columns")}>{t(TEXTS.columns)}</a>
        </p>
      )}
      {lines.length > 0 && (
        <>
          <h3>{t(TEXTS.title)}</h3>
          <p class="quiet">{t(TEXTS.some)}</p>
          <Grid
            name={t(TEXTS.title)}
            titles={[t(TEXTS.outcome), t(TEXTS.record), t(TEXTS.changes)]}
            lines={lines}
          />
        </>
      )}
    </>
  );
}

const TEXTS = {
  noHeader: msg("Select the header row first.", "Nejprve vyberte řádek záhlaví."),
  errors: msg(
    "{n} row has errors and cannot be imported.|{n} rows have errors and cannot be imported.",
    "{n} řádek má chyby a nelze jej importovat.|{n} řádky mají chyby a nelze je importovat.|{n} řádků má chyby a nelze je importovat.",
  ),
  failed: msg(
    "The data changed after the check, so nothing was imported. Check the file again.",
    "Data se po kontrole změnila, nic se proto neimportovalo. Zkontrolujte soubor znovu.",
  ),
  again: msg("Check again", "Zkontrolovat znovu"),
  fix: msg("Fix the errors", "Opravit chyby"),
  ignored: msg("Columns not imported: {names}", "Neimportované sloupce: {names}"),
  columns: msg("Change columns", "Změnit sloupce"),
  title: msg("Preview", "Náhled"),
  some: msg(
    "The first 20 rows of each outcome, numbered as in the spreadsheet.",
    "Prvních 20 řádků každého výsledku, číslovaných jako v tabulce.",
  ),
  outcome: msg("Outcome", "Výsledek"),
  record: msg("Record", "Záznam"),
  changes: msg("Values", "Hodnoty"),
};
