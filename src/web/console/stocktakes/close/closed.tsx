import type { InventoryDetail } from "../../../../inventories/shapes.ts";
import { say } from "../../../../words.ts";
import { Shown } from "../../../answers/shown.tsx";
import { dayAndTime, number, t } from "../../../app/words.ts";
import { ReportFiles } from "./report-files.tsx";
import { ReportTotals } from "./report-totals.tsx";
import { useReport } from "./use-report.ts";

/** A closed stocktake: when it was, who counted, what came out, and the protocol to sign. */
export function ClosedFigures({ inventory }: { readonly inventory: InventoryDetail }) {
  const answer = useReport(inventory.oid);
  return (
    <>
      <ReportFiles inventory={inventory} />
      <Shown answer={answer}>
        {(report) => (
          <>
            <dl class="count-figures closed-times">
              {([TEXTS.started, TEXTS.finished, TEXTS.closed] as const).map((words, at) => {
                const time = [report.startedDT, report.finishedDT, report.closedDT][at] ?? null;
                return (
                  <div key={words.en}>
                    <dt>{t(words)}</dt>
                    <dd>{time === null ? "–" : dayAndTime(time)}</dd>
                  </div>
                );
              })}
            </dl>
            <ReportTotals report={report} />
            <h2>{t(TEXTS.counters)}</h2>
            <ul>
              {report.counters.map(({ user, device, counts }) => (
                <li key={`${user.id} ${device?.id}`}>
                  {[user.fullName, device?.name].filter(Boolean).join(" · ")}: {number(counts)}
                </li>
              ))}
            </ul>
          </>
        )}
      </Shown>
    </>
  );
}

const TEXTS = {
  started: say("Started", "Spuštěna"),
  finished: say("Finished", "Dokončena"),
  closed: say("Closed", "Uzavřena"),
  counters: say("Who counted, and how many counts", "Kdo počítal a kolik počtů"),
};
