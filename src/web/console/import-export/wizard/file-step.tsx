import { msg } from "../../../../domain/message.ts";
import { readValue } from "../../../db/values.ts";
import { t } from "../../../i18n/translate.ts";
import { SEPARATOR_NAMES } from "../kinds.ts";
import type { ImportDetail } from "../shapes.ts";
import { withHeaderRow, withSheet, withText } from "./options.ts";
import { RawRows } from "./raw-rows.tsx";
import { ControlProblem } from "./steps.tsx";
import type { Check } from "./use-check.ts";

/** The server sends so many first rows of a longer file. */
const SHOWN = 10;
const MAX_HEADER_ROW = 30;

/** How the file is read: its sheet, its header row, and of a CSV file the encoding and the separator. */
export function FileStep({ check }: { readonly check: Check }) {
  const { one, options, change } = check;
  const { sheets, text } = one;
  const headerRow = options.headerRow ?? one.headerRow;

  async function chooseHeader(row: number): Promise<void> {
    const remembered = (await readValue(`import ${one.kind}`)) ?? {};
    const cells = one.firstRows.find((raw) => raw.row === row)?.cells ?? [];
    await change("headerRow", (newest) => withHeaderRow(newest, row, cells, remembered));
  }

  return (
    <>
      <p class={one.headerRow === null ? "note is-bad" : "quiet"}>
        {t(one.headerRow === null ? TEXTS.noHeader : TEXTS.how)}
      </p>
      <div class="import-controls">
        {sheets !== null && sheets.length > 1 && (
          <label>
            {t(TEXTS.sheet)}
            <select
              value={options.sheet ?? one.sheet ?? ""}
              onChange={({ currentTarget: { value } }) =>
                change("sheet", (newest) => withSheet(newest, value))
              }
            >
              {sheets.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          {t(TEXTS.headerRow)}
          <select
            value={headerRow ?? ""}
            onChange={({ currentTarget: { value } }) => value !== "" && chooseHeader(Number(value))}
          >
            {headerRow === null && <option value="">{t(TEXTS.choose)}</option>}
            {headerRows(one).map((row) => (
              <option key={row} value={row}>
                {row}
              </option>
            ))}
          </select>
        </label>
        {text !== null && <TextControls check={check} text={text} />}
      </div>
      <ControlProblem check={check} at={["sheet", "headerRow", "text"]} />
      <RawRows one={one} headerRow={headerRow} onHeader={chooseHeader} />
    </>
  );
}

/** The rows that may be the header row: those shown, and of a longer file the first 30. */
function headerRows({ firstRows }: ImportDetail): number[] {
  const last = firstRows[firstRows.length - 1]?.row ?? 0;
  const count = firstRows.length < SHOWN ? last : Math.max(last, MAX_HEADER_ROW);
  return Array.from({ length: count }, (_, place) => place + 1);
}

const ENCODINGS = ["utf-8", "windows-1250"] as const;
const SEPARATORS = ["comma", "semicolon", "tab"] as const;
const oneOf = <T extends string>(names: readonly T[], value: string) => names.find((name) => name === value);

interface TextProps {
  readonly check: Check;
  readonly text: { readonly encoding: string; readonly separator: string };
}

function TextControls({ check: { options, change }, text }: TextProps) {
  // A file in UTF-16 is recognised by its first bytes.
  const isMarked = text.encoding.startsWith("utf-16");
  return (
    <>
      <label>
        {t(TEXTS.encoding)}
        <select
          value={options.encoding ?? text.encoding}
          disabled={isMarked}
          onChange={({ currentTarget: { value } }) =>
            change("text", (newest) => withText(newest, { encoding: oneOf(ENCODINGS, value) }))
          }
        >
          {isMarked && <option value={text.encoding}>UTF-16</option>}
          <option value="utf-8">UTF-8</option>
          <option value="windows-1250">Windows-1250</option>
        </select>
      </label>
      <label>
        {t(TEXTS.separator)}
        <select
          value={options.separator ?? text.separator}
          onChange={({ currentTarget: { value } }) =>
            change("text", (newest) => withText(newest, { separator: oneOf(SEPARATORS, value) }))
          }
        >
          {SEPARATORS.map((name) => (
            <option key={name} value={name}>
              {t(SEPARATOR_NAMES[name])}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

const TEXTS = {
  how: msg(
    "The first rows of the file, as they are. The header row holds the column names; rows above it are not imported.",
  ),
  noHeader: msg("No header row was recognised. Select the row that holds the column names."),
  sheet: msg("Sheet"),
  headerRow: msg("Header row"),
  choose: msg("Select a row…"),
  encoding: msg("Encoding"),
  separator: msg("Separator"),
};
