import { msg } from "../../../../domain/message.ts";
import { number, t } from "../../../i18n/translate.ts";
import { ScrollArea } from "../../table/sideways.tsx";
import type { ImportDetail } from "../shapes.ts";
import "./raw-rows.css";

interface RawProps {
  readonly one: ImportDetail;
  readonly headerRow: number | null;
  readonly onHeader: (row: number) => Promise<void>;
}

/** The first rows as a spreadsheet shows them; a click on a row makes it the header row. */
export function RawRows({ one: { firstRows }, headerRow, onHeader }: RawProps) {
  const width = Math.max(1, ...firstRows.map(({ cells }) => cells.length));
  const places = Array.from({ length: width }, (_, place) => place);
  return (
    <ScrollArea name={t(TEXTS.title)} class="import-raw">
      <table>
        <caption class="unseen">{t(TEXTS.title)}</caption>
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
                  aria-label={t(TEXTS.use, { row })}
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

const TEXTS = {
  title: msg("First rows of the file"),
  use: msg("Use row {row} as the header row"),
};
