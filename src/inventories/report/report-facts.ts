import { nameOfState } from "../../domain/inventory-states.ts";
import type { Locale } from "../../domain/message.ts";
import type { Counter, Milestone, Report } from "./report.ts";
import { reportMessages } from "./report-messages.ts";

/** Which stocktake a report is of, by whom and when: names and values in the order of the report; `time` shows ISO 8601. */
export function factsOf(report: Report, language: Locale, time: (iso: string) => string): [string, string][] {
  const { inventory, names, started, finished, closed } = report;
  const words = reportMessages(language);
  const places = report.locationIds.map(names.location);
  const shown = (step: Milestone | null) => (step === null ? "–" : stepText(report, step, time));
  return [
    [words.locations, places.length === 0 ? words.everywhere : places.join("; ")],
    [words.state, nameOfState(inventory.inventoryStateId)[language]],
    [words.started, shown(started)],
    [words.finished, shown(finished)],
    [words.counters, countersOf(report, words)],
    [words.approval, approvalText(report, words, time)],
    closed === null ? [words.created, time(report.madeDT)] : [words.closed, shown(closed)],
  ];
}

/** When and by whom something was done, as far as it is known. */
function stepText({ names }: Report, { at, userId }: Milestone, time: (iso: string) => string): string {
  const parts = [at === null ? "" : time(at), userId === null ? "" : names.user(userId)];
  return parts.filter((part) => part !== "").join(", ") || "–";
}

function approvalText(
  report: Report,
  words: ReturnType<typeof reportMessages>,
  time: (iso: string) => string,
): string {
  const { approved, inventory } = report;
  if (approved === null) return inventory.mustBeApproved === 1 ? words.mustBeApproved : words.notNeeded;
  const { at, userId } = approved;
  if (at === null && userId === null) return words.isApproved;
  return `${words.isApproved}: ${stepText(report, approved, time)}`;
}

function countersOf(report: Report, words: ReturnType<typeof reportMessages>): string {
  const lines = report.counters.map((counter) => {
    return `${authorText(report, counter, words)}: ${counter.counts} ${words.counts}`;
  });
  return lines.join("; ") || "–";
}

/** Who counted, on which device, and who sent it where that is another. */
export function authorText(
  { names }: Report,
  { userId, deviceTokenId, sentBy }: Pick<Counter, "userId" | "deviceTokenId" | "sentBy">,
  words: Pick<ReturnType<typeof reportMessages>, "sentBy" | "nobody">,
): string {
  const device = deviceTokenId === null ? [] : [names.device(deviceTokenId)];
  const other = sentBy === null ? words.nobody : `${words.sentBy.toLowerCase()} ${names.user(sentBy)}`;
  const details = sentBy === userId ? device : [...device, other];
  return details.length === 0 ? names.user(userId) : `${names.user(userId)} (${details.join(", ")})`;
}
