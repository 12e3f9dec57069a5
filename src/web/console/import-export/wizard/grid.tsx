import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { number, t } from "../../../i18n/translate.ts";
import { ScrollArea } from "../../table/sideways.tsx";
import type { GridLine } from "./grid-rows.ts";
import "./grid.css";

const LINE_PX = 32;
const HEIGHT_PX = 480;
/** Lines drawn above and below the visible ones. */
const SPARE = 8;
/** A grid with no more lines is drawn whole, and its texts may wrap. */
const FEW = 200;

interface GridProps {
  readonly name: string;
  /** The titles of the columns after the row number. */
  readonly titles: readonly string[];
  readonly lines: readonly GridLine[];
}

/** Rows of the file in a scrolled table; of many lines only the visible ones are drawn. */
export function Grid({ name, titles, lines }: GridProps) {
  const [top, setTop] = useState(0);
  const areFew = lines.length <= FEW;
  const first = areFew ? 0 : Math.max(0, Math.floor(top / LINE_PX) - SPARE);
  const end = Math.ceil((top + HEIGHT_PX) / LINE_PX) + SPARE;
  const last = areFew ? lines.length : Math.min(lines.length, end);
  return (
    <ScrollArea
      class={areFew ? "import-grid are-few" : "import-grid"}
      name={name}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <table class="data" aria-rowcount={lines.length + 1}>
        <thead>
          <tr>
            <th scope="col" class="number">
              {t(TEXTS.row)}
            </th>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap lines={first} width={titles.length + 1} />
          {lines.slice(first, last).map(({ row, is, texts }, place) => (
            <tr key={first + place} class={`is-${is}`} aria-rowindex={first + place + 2}>
              <td class="number">{number(row)}</td>
              {titles.map((title, column) => (
                <td key={title} class={column === titles.length - 1 ? "what" : ""}>
                  {texts[column]}
                </td>
              ))}
            </tr>
          ))}
          <Gap lines={lines.length - last} width={titles.length + 1} />
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** The height of the lines that are not drawn. */
function Gap({ lines, width }: { readonly lines: number; readonly width: number }) {
  if (lines === 0) return null;
  return (
    <tr class="gap" style={{ height: `${lines * LINE_PX}px` }}>
      <td colSpan={width} />
    </tr>
  );
}

const TEXTS = { row: msg("Row") };
