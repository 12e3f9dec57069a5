import { State } from "../../../domain/inventory-states.ts";
import { type Message, msg } from "../../../domain/message.ts";
import type { InventoryDetail } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import "./stepper.css";

type Progress = "done" | "current" | "next";

/** Plan, count, review, approve, close: which of them are done, which one is current, and links to those that can be opened. */
export function Stepper({ inventory }: { readonly inventory: InventoryDetail }) {
  const { oid, inventoryStateId, mustBeApproved, isApproved } = inventory;
  if (inventoryStateId === State.Cancelled) return null;
  const own = `#/stocktakes/${oid}`;
  const isReviewed = inventoryStateId === State.Processing && may("manage");
  const hrefs = [
    null,
    null,
    isReviewed ? `${own}/results` : null,
    isReviewed && !isApproved ? `${own}/results?tab=notApproved` : null,
    isReviewed ? `${own}/close` : null,
  ];
  const at = currentStep(inventory);
  return (
    <ol class="stepper no-print" aria-label={t(TEXTS.steps)}>
      {STEPS.map((words, step) => {
        const isOptional = words === STEPS[APPROVE] && !mustBeApproved;
        const progress: Progress = step < at ? "done" : step === at ? "current" : "next";
        const isSkipped = isOptional && !isApproved;
        const shown = isSkipped ? "next" : progress;
        const href = hrefs[step] ?? null;
        return (
          <li
            key={words.source}
            class={`step is-${shown}`}
            aria-current={shown === "current" ? "step" : undefined}
          >
            {href === null ? t(words) : <a href={href}>{t(words)}</a>}
            {isOptional && <span class="quiet"> {t(TEXTS.optional)}</span>}
            {shown === "done" && <span class="unseen"> {t(TEXTS.done)}</span>}
          </li>
        );
      })}
    </ol>
  );
}

const APPROVE = 3;
const STEPS: readonly Message[] = [
  msg("Plan"),
  msg("Count"),
  msg("Review"),
  msg("Approve", "step"),
  msg("Close", "step"),
];

/** The number of the step that a stocktake is at; after the last one it is closed. */
function currentStep({ inventoryStateId, isApproved }: InventoryDetail): number {
  if (inventoryStateId === State.Closed) return STEPS.length;
  if (inventoryStateId === State.Processing && isApproved) return STEPS.length - 1;
  if (inventoryStateId === State.Processing || inventoryStateId === State.Finished) return 2;
  return inventoryStateId === State.InProgress || inventoryStateId === State.Paused ? 1 : 0;
}

const TEXTS = {
  steps: msg("Steps"),
  optional: msg("(optional)"),
  done: msg("(done)"),
};
