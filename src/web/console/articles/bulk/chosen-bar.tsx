import { useState } from "preact/hooks";
import { say } from "../../../../words.ts";
import { may } from "../../../app/may.ts";
import { plural, t } from "../../../app/words.ts";
import type { Asked } from "../list/asked.ts";
import type { Names } from "../names.ts";
import type { Choice } from "./chosen.ts";
import { EditDialog } from "./edit-dialog.tsx";
import { PrintDialog } from "./print-dialog.tsx";
import { walkAll } from "./walk.ts";
import type { Work, Working } from "./work.ts";

interface BarProps {
  readonly choice: Choice;
  readonly asked: Asked;
  readonly names: Names;
  /** How many match; null: not known yet. */
  readonly total: number | null;
  /** One of what is shown. */
  readonly sampleId: number | null;
  readonly working: Working;
}

/** What can be done with the articles that are chosen. */
export function ChosenBar({ choice, asked, names, total, sampleId, working }: BarProps) {
  const [open, setOpen] = useState<"edit" | "print" | null>(null);
  const { rows, isAll, isPartlyHidden, clear, chooseAll } = choice;
  const count = isAll ? (total ?? 0) : rows.length;
  if (count === 0) return null;
  const close = () => setOpen(null);
  const start = (work: Work) => {
    close();
    void working.start(work, (stop, tell) => (isAll ? walkAll(asked, stop, tell) : rows), count);
  };
  const isBusy = working.now !== null;
  return (
    <section class="chosen-bar row" aria-label={t(TEXTS.chosen)}>
      <b role="status">{plural(count, isAll ? TEXTS.all : isPartlyHidden ? TEXTS.hidden : TEXTS.some)}</b>
      {!isAll && total !== null && total > rows.length && (
        <button type="button" class="second" onClick={chooseAll}>
          {plural(total, TEXTS.chooseAll)}
        </button>
      )}
      <button type="button" class="second" onClick={clear}>
        {t(TEXTS.clear)}
      </button>
      {may("manage") && (
        <button type="button" disabled={isBusy} onClick={() => setOpen("edit")}>
          {t(TEXTS.edit)}
        </button>
      )}
      <button type="button" disabled={isBusy} onClick={() => setOpen("print")}>
        {t(TEXTS.print)}
      </button>
      {open === "edit" && <EditDialog count={count} names={names} onStart={start} onClose={close} />}
      {open === "print" && (
        <PrintDialog
          count={count}
          sampleId={isAll ? sampleId : (rows[0]?.oid ?? null)}
          onStart={start}
          onClose={close}
        />
      )}
    </section>
  );
}

const TEXTS = {
  chosen: say("What is chosen", "Co je vybráno"),
  some: say("{n} chosen|{n} chosen", "Vybrán {n}|Vybrány {n}|Vybráno {n}"),
  hidden: say(
    "{n} chosen, not shown here|{n} chosen, not all are shown here",
    "Vybrán {n}, zde není zobrazen|Vybrány {n}, ne všechny jsou zde zobrazeny|Vybráno {n}, ne všechny jsou zde zobrazeny",
  ),
  all: say(
    "The {n} that matches is chosen|All {n} that match are chosen",
    "Vybrán jediný vyhovující|Vybrány všechny {n} vyhovující|Vybráno všech {n} vyhovujících",
  ),
  chooseAll: say(
    "Choose the {n} that matches|Choose all {n} that match",
    "Vybrat jediný vyhovující|Vybrat všechny {n} vyhovující|Vybrat všech {n} vyhovujících",
  ),
  clear: say("Choose none", "Zrušit výběr"),
  edit: say("Change…", "Změnit…"),
  print: say("Print labels…", "Tisk štítků…"),
};
