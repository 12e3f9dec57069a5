import { RESULT_NAMES, RESULTS } from "../../../../inventories/results/result-names.ts";
import type { InventoryReport } from "../../../../inventories/results/shapes.ts";
import { say } from "../../../../words.ts";
import { number, t } from "../../../app/words.ts";
import { Sideways } from "../../table/sideways.tsx";

/** What came out, by result: items, pieces and what they are worth. */
export function ReportTotals({ report: { totals } }: { readonly report: InventoryReport }) {
  const rows = [
    ...RESULTS.map((result) => ({ key: result, words: RESULT_NAMES[result], total: totals[result] })),
    { key: "all", words: TEXTS.all, total: totals.all },
  ];
  const money = (value: number) => number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (
    <Sideways name={t(TEXTS.title)}>
      <table class="data report-totals">
        <caption>{t(TEXTS.title)}</caption>
        <thead>
          <tr>
            {HEADS.map((words, at) => (
              <th key={words.en} scope="col" class={at === 0 ? "" : "number"}>
                {t(words)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, words, total }) => (
            <tr key={key}>
              <th scope="row">{t(words)}</th>
              <td class="number">{number(total.items)}</td>
              <td class="number">{number(total.quantity)}</td>
              <td class="number">{number(total.found)}</td>
              <td class="number">{number(total.difference)}</td>
              <td class="number">{money(total.value)}</td>
              <td class="number">{money(total.differenceValue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sideways>
  );
}

const HEADS = [
  say("Result", "Výsledek"),
  say("Items", "Položky"),
  say("Pieces expected", "Očekáváno kusů"),
  say("Pieces found", "Nalezeno kusů"),
  say("Difference", "Rozdíl"),
  say("Value", "Hodnota"),
  say("Difference in value", "Rozdíl hodnoty"),
];
const TEXTS = {
  title: say("What came out", "Co vyšlo"),
  all: say("In all", "Celkem"),
};
