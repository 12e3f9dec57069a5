import { RESULT_NAMES } from "../../../../inventories/results/result-names.ts";
import type { InventoryItem } from "../../../../inventories/shapes.ts";
import { say } from "../../../../words.ts";
import { number, t } from "../../../app/words.ts";
import { PlacePath } from "../../places/place-path.tsx";
import type { Column } from "../../table/data-table.tsx";
import { DECISION_NAMES } from "./decision-names.ts";
import { difference, foundElsewhere, piecesFound, signed } from "./item-views.ts";

const shown = (pieces: number | null) => (pieces === null ? "–" : number(pieces));
const pathOf = (place: number | null) => (place === null ? "–" : <PlacePath place={{ oid: place }} />);

/** What the table of results shows of an item; `isBeside`: beside an open one only what one decides by. */
export const itemColumns = (isBeside: boolean): readonly Column<InventoryItem>[] =>
  allColumns().filter(({ key }) => !isBeside || (key !== "place" && key !== "marks"));

const allColumns = (): readonly Column<InventoryItem>[] => [
  {
    key: "code",
    title: t(TEXTS.code),
    sort: "code",
    cell: ({ article }) => article.code ?? "–",
    isCode: true,
  },
  { key: "name", title: t(TEXTS.name), sort: "name", cell: ({ article }) => article.name },
  {
    key: "place",
    title: t(TEXTS.place),
    sort: "place",
    cell: (item) => {
      const elsewhere = foundElsewhere(item);
      return (
        <>
          {pathOf(item.locationId)}
          {elsewhere !== null && <span class="elsewhere"> → {pathOf(elsewhere)}</span>}
        </>
      );
    },
  },
  {
    key: "expected",
    title: t(TEXTS.expected),
    sort: "expected",
    isNumber: true,
    cell: ({ quantity = 0 }) => number(quantity),
  },
  {
    key: "counted",
    title: t(TEXTS.counted),
    sort: "counted",
    isNumber: true,
    cell: (item) => shown(piecesFound(item)),
  },
  {
    key: "difference",
    title: t(TEXTS.difference),
    sort: "difference",
    isNumber: true,
    cell: (item) => {
      const found = difference(item);
      return found === null || found === 0 ? "" : signed(found);
    },
  },
  {
    key: "result",
    title: t(TEXTS.result),
    cell: ({ result }) => (result === null || result === undefined ? "" : t(RESULT_NAMES[result])),
  },
  { key: "marks", title: t(TEXTS.marks), cell: marksOf },
];

/** What somebody should know before a decision, and which there is. */
function marksOf({ movedDT, isToRecount, decision, isApproved, note }: InventoryItem) {
  const marks = [
    movedDT !== null && t(TEXTS.moved),
    isToRecount && t(TEXTS.recount),
    decision !== null && t(DECISION_NAMES[decision]),
    isApproved && t(TEXTS.approved),
    note !== null && t(TEXTS.note),
  ];
  return marks.filter(Boolean).join(" · ");
}

const TEXTS = {
  code: say("Code", "Kód"),
  name: say("Name", "Název"),
  place: say("Place → found at", "Místo → nalezeno"),
  expected: say("Expected", "Očekáváno"),
  counted: say("Counted", "Spočítáno"),
  difference: say("Difference", "Rozdíl"),
  result: say("Result", "Výsledek"),
  marks: say("Marks", "Poznámky"),
  moved: say("stock has moved", "zásoba se pohnula"),
  recount: say("to count again", "k přepočítání"),
  approved: say("approved", "schváleno"),
  note: say("has a note", "má poznámku"),
};
