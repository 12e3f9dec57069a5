import { msg } from "../../../../domain/message.ts";
import { readValue } from "../../../db/values.ts";
import { number, t } from "../../../i18n/translate.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Select } from "../../../ui/select.tsx";
import { ScrollArea } from "../../../ui/table/data-table.tsx";
import { SEPARATOR_NAMES } from "../kinds.ts";
import type { ImportDetail } from "../shapes.ts";
import type { Check } from "./import.tsx";
import { withHeaderRow, withProduct, withSheet, withText } from "./options.ts";
import { ControlProblem } from "./steps.tsx";
import "./rows.css";

/** The number of first rows that the server sends of a longer file. */
const SHOWN = 10;
const MAX_HEADER_ROW = 30;

/** How the file is read: sheet, header row and, of a CSV file, encoding and separator. */
export function FileStep({ check }: { readonly check: Check }) {
  const { one, options, change } = check;
  const { sheets, text } = one;
  const headerRow = options.headerRow ?? one.headerRow;

  async function chooseHeader(row: number): Promise<void> {
    const remembered = (await readValue(`import ${one.kind}`)) ?? {};
    await change("headerRow", (newest) => withHeaderRow(newest, row, one, remembered));
  }

  return (
    <>
      {one.headerRow === null ? (
        <Banner tone="danger">
          {t(msg("No header row was recognised. Select the row that holds the column names."))}
        </Banner>
      ) : (
        <p class="muted">
          {t(
            msg(
              "The first rows of the file, as they are. The header row holds the column names; rows above it are not imported.",
            ),
          )}
        </p>
      )}
      {one.product !== null && (
        <Banner>
          {t(
            msg(
              "Read as an export of another product: {name}. Its columns are matched by ready rules; what can't be imported is listed before the import.",
            ),
            { name: productName(one) },
          )}
        </Banner>
      )}
      <div class="import-controls">
        {one.products.length > 0 && (
          <Select
            class="import-control"
            label={t(msg("The file is from"))}
            items={[
              { value: "none", label: t(msg("Own list")) },
              ...one.products.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            value={options.product ?? one.product ?? "none"}
            onValue={(value) => change("product", (newest) => withProduct(newest, value))}
          />
        )}
        {sheets !== null && sheets.length > 1 && (
          <Select
            class="import-control"
            label={t(msg("Sheet"))}
            items={sheets.map((name) => ({ value: name, label: name }))}
            value={options.sheet ?? one.sheet ?? ""}
            onValue={(value) => change("sheet", (newest) => withSheet(newest, value))}
          />
        )}
        <Select
          class="import-control"
          label={t(msg("Header row"))}
          items={[
            ...(headerRow === null ? [{ value: "", label: t(msg("Select a row…")) }] : []),
            ...headerRows(one).map((row) => ({ value: String(row), label: String(row) })),
          ]}
          value={String(headerRow ?? "")}
          onValue={(value) => value !== "" && chooseHeader(Number(value))}
        />
        {text !== null && <TextControls check={check} text={text} />}
      </div>
      <ControlProblem check={check} at={["product", "sheet", "headerRow", "text"]} />
      <RawRows one={one} headerRow={headerRow} onHeader={chooseHeader} />
    </>
  );
}

const productName = ({ products, product }: ImportDetail) =>
  products.find(({ id }) => id === product)?.title ?? "";

/** The rows that may be the header row: those shown, and of a longer file the first 30. */
function headerRows({ firstRows }: ImportDetail): number[] {
  const last = firstRows[firstRows.length - 1]?.row ?? 0;
  const count = firstRows.length < SHOWN ? last : Math.max(last, MAX_HEADER_ROW);
  return Array.from({ length: count }, (_, place) => place + 1);
}

const ENCODINGS = ["utf-8", "windows-1250", "windows-1252"] as const;
const SEPARATORS = ["comma", "semicolon", "tab"] as const;

interface TextProps {
  readonly check: Check;
  readonly text: NonNullable<ImportDetail["text"]>;
}

function TextControls({ check: { options, change }, text }: TextProps) {
  // A file in UTF-16 is recognised by its first bytes.
  const isMarked = text.encoding.startsWith("utf-16");
  return (
    <>
      <Select
        class="import-control"
        label={t(msg("Encoding"))}
        items={[
          ...(isMarked ? [{ value: text.encoding, label: "UTF-16" }] : []),
          { value: "utf-8", label: "UTF-8" },
          { value: "windows-1250", label: t(msg("Windows-1250 (Central Europe)")) },
          { value: "windows-1252", label: t(msg("Windows-1252 (Western Europe)")) },
        ]}
        value={options.encoding ?? text.encoding}
        isDisabled={isMarked}
        onValue={(value) => {
          const encoding = ENCODINGS.find((name) => name === value);
          return change("text", (newest) => withText(newest, { encoding }));
        }}
      />
      <Select
        class="import-control"
        label={t(msg("Separator"))}
        items={SEPARATORS.map((name) => ({ value: name, label: t(SEPARATOR_NAMES[name]) }))}
        value={options.separator ?? text.separator}
        onValue={(separator) => change("text", (newest) => withText(newest, { separator }))}
      />
    </>
  );
}

interface RawProps {
  readonly one: ImportDetail;
  readonly headerRow: number | null;
  readonly onHeader: (row: number) => Promise<void>;
}

/** The first rows as a spreadsheet shows them; a click on a row makes it the header row. */
function RawRows({ one: { firstRows }, headerRow, onHeader }: RawProps) {
  const width = Math.max(1, ...firstRows.map(({ cells }) => cells.length));
  const places = Array.from({ length: width }, (_, place) => place);
  return (
    <ScrollArea name={t(msg("First rows of the file"))} class="import-raw" height={460}>
      <table>
        <caption class="sr-only">{t(msg("First rows of the file"))}</caption>
        <thead>
          <tr>
            <td />
            {places.map((place) => (
              <th key={place} scope="col">
                {letterOf(place)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {firstRows.map(({ row, cells }) => (
            <tr key={row} class={classOf(row, headerRow)} onClick={() => onHeader(row)}>
              <th scope="row">
                <button
                  type="button"
                  aria-pressed={row === headerRow}
                  aria-label={t(msg("Use row {row} as the header row"), { row })}
                  onClick={(event) => {
                    event.stopPropagation();
                    return onHeader(row);
                  }}
                >
                  {number(row)}
                </button>
              </th>
              {places.map((place) => (
                <td key={place}>{cells[place] ?? ""}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function classOf(row: number, headerRow: number | null): string {
  if (row === headerRow) return "is-header";
  return headerRow !== null && row < headerRow ? "is-above" : "";
}

/** The letters of a column, from 0: A, B, … Z, AA. */
function letterOf(place: number): string {
  const rest = Math.floor(place / 26);
  return `${rest === 0 ? "" : letterOf(rest - 1)}${String.fromCharCode(65 + (place % 26))}`;
}
