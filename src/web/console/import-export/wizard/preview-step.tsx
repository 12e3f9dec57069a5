import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { addressOf } from "../../../router/address.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { ErrorsFile, Figures, NotTaken } from "../import-outcome.tsx";
import type { ImportDetail } from "../shapes.ts";
import { PreviewGrid } from "./grid.tsx";
import type { Check } from "./import.tsx";
import { ControlProblem } from "./steps.tsx";

/** What the import will change: figures, columns that are not imported, and the first rows. */
export function PreviewStep({ check }: { readonly check: Check }) {
  const { one, change } = check;
  const ignored = one.columns.filter(({ field }) => field === null);
  const stepHref = (step: string) => `#${addressOf(`/exchange/${one.id}`, { step })}`;
  if (one.headerRow === null) return <Banner tone="danger">{t(msg("Select the header row first."))}</Banner>;
  return (
    <>
      <Figures one={one} />
      {one.state === "failed" && (
        <div class="import-head">
          <Banner tone="danger">
            {t(
              one.errors.some(({ cause }) => cause === "table.changed")
                ? msg("The data changed after the check, so nothing was imported. Check the file again.")
                : msg("Nothing was changed."),
            )}
          </Banner>
          <Button kind="primary" onClick={() => change("again", (options) => options)}>
            {t(msg("Check again"))}
          </Button>
        </div>
      )}
      <ControlProblem check={check} at={["again"]} />
      {one.errorRows > 0 && (
        <div class="import-head">
          <Banner tone="danger">
            {t(msg("{n, plural, one {# row has} other {# rows have}} errors and cannot be imported."), {
              n: one.errorRows,
            })}{" "}
            <a href={stepHref("fix")}>{t(msg("Fix the errors"))}</a>
          </Banner>
          <ErrorsFile one={one} />
        </div>
      )}
      {one.wrongCheckDigits.count > 0 && (
        <Banner tone="warning">
          {t(
            msg(
              "{n, plural, one {# code has} other {# codes have}} the digits of an EAN or UPC, but a wrong check digit. They are imported as they are: scans find them, and EAN labels can't print them.",
            ),
            { n: one.wrongCheckDigits.count },
          )}{" "}
          {one.wrongCheckDigits.first
            .slice(0, SHOWN)
            .map(({ row, code, digit }) =>
              t(msg("Row {row}: {code}, the last digit would be {digit}."), { row, code, digit }),
            )
            .join(" ")}
        </Banner>
      )}
      <DoubtfulPrices one={one} columnsHref={stepHref("columns")} />
      <NotTaken one={one} />
      {joinedFields(one).map(({ field, title, names }) => (
        <p key={field}>
          {t(msg("{title} is joined from the columns {names}."), { title, names: names.join(", ") })}{" "}
          <a href={stepHref("columns")}>{t(msg("Change columns"))}</a>
        </p>
      ))}
      {one.product === null && ignored.length > 0 && (
        <p>
          {t(msg("Columns not imported: {names}"), {
            names: ignored.map(({ header, letter }) => header || letter).join(", "),
          })}{" "}
          <a href={stepHref("columns")}>{t(msg("Change columns"))}</a>
        </p>
      )}
      {one.validRows > 0 && (
        <>
          <h3>{t(msg("Preview"))}</h3>
          <p class="muted">{t(msg("The first 20 rows of each outcome, numbered as in the spreadsheet."))}</p>
          <PreviewGrid one={one} />
        </>
      )}
    </>
  );
}

/** Prices in another currency, and columns of prices that are not imported. */
function DoubtfulPrices({ one, columnsHref }: { readonly one: ImportDetail; readonly columnsHref: string }) {
  const { otherCurrency, notImported } = one.doubtfulPrices;
  return (
    <>
      {otherCurrency.count > 0 && (
        <Banner tone="warning">
          {t(
            msg(
              "{n, plural, one {# price is} other {# prices are}} written in {currencies}, not in the company's currency. The numbers are imported as they are, without it.",
            ),
            { n: otherCurrency.count, currencies: otherCurrency.currencies.join(", ") },
          )}
        </Banner>
      )}
      {notImported.map(({ header, values }) => (
        <Banner key={header} tone="warning">
          {t(
            msg(
              "The column {header} looks like prices ({n, plural, one {# value} other {# values}}) and is not imported.",
            ),
            { header, n: values },
          )}{" "}
          <a href={columnsHref}>{t(msg("Change columns"))}</a>
        </Banner>
      ))}
    </>
  );
}

/** The fields of several columns, with the names of these. */
const joinedFields = ({ fields, columns }: ImportDetail) =>
  fields
    .map(({ field, title }) => {
      const own = columns.filter((column) => column.field === field);
      return { field, title, names: own.map(({ header, letter }) => header || letter) };
    })
    .filter(({ names }) => names.length > 1);

/** Codes with a wrong check digit that are named. */
const SHOWN = 5;
