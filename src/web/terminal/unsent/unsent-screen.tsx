import { msg } from "../../../domain/message.ts";
import { connection, lastResponseAt } from "../../api/connection.ts";
import { localDb } from "../../db/database.ts";
import type { OutboxEntry, QueuedCommand } from "../../db/outbox-shapes.ts";
import { useStored } from "../../db/use-stored.ts";
import { t, when } from "../../i18n/translate.ts";
import { discardCommand, readCommands, retryCommand } from "../../offline/outbox/commands.ts";
import { entriesIn } from "../../offline/outbox/entries.ts";
import { dismissLate, lateEntries, type Problem, problems } from "../../offline/outbox/problems.ts";
import { unsent } from "../../offline/outbox/unsent.ts";
import { lostCounts } from "../../offline/outbox/unsent-marker.ts";
import { sendNow } from "../../offline/sender.ts";
import { findByScan } from "../../offline/sync/scan-articles.ts";
import { Announcer, announce } from "../../ui/announce.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem as ActionError, useAction } from "../../ui/use-action.tsx";
import { FileActions } from "./file-actions.tsx";
import { DiscardAll, ProblemRow } from "./problem-row.tsx";
import { Safety } from "./safety.tsx";
import "../counting/screens/count.css";
import "./unsent.css";

/** `#/unsent`: entries to send, entries that need attention, and the export to a file. */
export function Unsent() {
  const { run, isBusy, problem } = useAction();
  const waiting = useStored(waitingCounts, ["outbox"]);
  const openProblems = useStored(openProblemsNow, ["outbox", "articles"]);
  const lateCounts = useStored(lateEntries, ["outbox"]);
  const commands = useStored(readCommands, ["errands"]);
  const openCommands = (commands ?? []).filter(({ state }) => state === "waiting" || state === "refused");
  const send = () =>
    run(async () => {
      await sendNow();
      announce(t(msg("Sending finished.")));
    });
  return (
    <Page
      title={t(msg("Not sent yet"))}
      back
      actions={
        <Button icon="send" disabled={isBusy} onClick={send}>
          {t(msg("Send now"))}
        </Button>
      }
    >
      <Announcer />
      {/* First, because changes during sending must not move its buttons under the finger. */}
      {openProblems !== null && openProblems.length > 0 && (
        <>
          <h2>{t(msg("Needs attention"))}</h2>
          <DiscardAll problems={openProblems} />
          <ul class="cards">
            {openProblems.map((listed) => (
              <ProblemRow key={listed.entry.seq} problem={listed} />
            ))}
          </ul>
        </>
      )}
      <Banner tone={connection.value === "away" ? "warning" : undefined}>{connectionText()}</Banner>
      <ActionError text={problem} />
      {unsent.value === 0 && lostCounts.value === null && (
        <p>{t(msg("Nothing to send. The server has everything."))}</p>
      )}
      {(waiting ?? []).map(({ inventoryId, name, count, again, since }) => (
        <p key={inventoryId}>
          <b>{t(msg("{n, plural, one {# count} other {# counts}} to send"), { n: count })}</b> · {name} ·{" "}
          {t(msg("since {at}"), { at: when(since) })}
          {again > 0 && (
            <small>
              {" "}
              {t(
                msg(
                  "The server was restored from a backup. {n, plural, one {# count is} other {# counts are}} sent again.",
                ),
                { n: again },
              )}
            </small>
          )}
        </p>
      ))}
      {lateCounts !== null && lateCounts.length > 0 && <LateList entries={lateCounts} />}
      {openCommands.length > 0 && (
        <>
          <h2>{t(msg("Photos, labels and requests"))}</h2>
          <ul class="cards">
            {openCommands.map((command) => (
              <CommandRow key={command.seq} command={command} />
            ))}
          </ul>
        </>
      )}
      <FileActions />
      <Safety />
    </Page>
  );
}

/** Without the unknown codes that an article has by now: the server counts them for the article. */
async function openProblemsNow(): Promise<readonly Problem[]> {
  const all = await problems();
  const isKnown = await Promise.all(
    all.map(async ({ kind, entry }) => {
      if (kind !== "unknown") return false;
      return (await findByScan(entry.operation.code ?? "")).articles.length > 0;
    }),
  );
  return all.filter((_, index) => isKnown[index] !== true);
}

function connectionText(): string {
  if (connection.value === "unknown") return t(msg("Connecting to the server…"));
  const at = lastResponseAt.value;
  if (connection.value === "there")
    return t(msg("The server last responded at {at}."), { at: at === null ? "" : when(at) });
  return at === null
    ? t(msg("The server is not responding. Everything is saved on this device."))
    : t(msg("The server has not responded since {at}. Everything is saved on this device."), {
        at: when(at),
      });
}

/** Counts that came after their stocktake was finished, with an explanation and an action to dismiss them. */
function LateList({ entries }: { readonly entries: readonly OutboxEntry[] }) {
  const { run, isBusy, problem } = useAction();
  return (
    <section class="late-list">
      <h2>{t(msg("Too late: NOT counted"))}</h2>
      <p>
        {t(
          msg(
            "The stocktake was finished before these counts arrived. The server has them: in the office, reopen the stocktake to count them, or accept single ones under Unresolved.",
          ),
        )}
      </p>
      <ActionError text={problem} />
      <ul class="list">
        {entries.map(({ seq, shown, operation }) => (
          <li key={seq} class="row">
            <span class="main">
              <b>{shown.name}</b>
              <small>
                {[operation.code ?? shown.code, shown.place, shown.author, when(operation.at)]
                  .filter((part) => part !== null)
                  .join(" · ")}
              </small>
            </span>
          </li>
        ))}
      </ul>
      <Button kind="secondary" disabled={isBusy} onClick={() => run(() => dismissLate(t(msg("dismissed"))))}>
        {t(msg("Dismiss all"))}
      </Button>
    </section>
  );
}

/** The waiting counts of an inventory. */
interface Waiting {
  readonly inventoryId: number;
  readonly name: string;
  readonly count: number;
  /** Those of them that are sent again after a restore. */
  readonly again: number;
  /** The time of the oldest. */
  readonly since: string;
}

/** The waiting counts by inventory. */
async function waitingCounts(): Promise<readonly Waiting[]> {
  const [entries, db] = await Promise.all([entriesIn("waiting"), localDb()]);
  const names = new Map((await db.getAll("inventories")).map(({ oid, name }) => [oid, name]));
  const byInventory = new Map<number, Waiting>();
  for (const { inventoryId, operation, again } of entries) {
    const known = byInventory.get(inventoryId);
    byInventory.set(inventoryId, {
      inventoryId,
      name: names.get(inventoryId) ?? `#${inventoryId}`,
      count: (known?.count ?? 0) + 1,
      again: (known?.again ?? 0) + (again === undefined ? 0 : 1),
      since: known?.since ?? operation.at,
    });
  }
  return [...byInventory.values()];
}

/** A waiting or rejected command. */
function CommandRow({ command }: { readonly command: QueuedCommand }) {
  const { run, isBusy, problem } = useAction();
  const { seq, title, at, state } = command;
  return (
    <li>
      <p>
        <b>{title}</b>
      </p>
      <p class="muted">
        {when(at)} · {t(state === "refused" ? msg("Rejected by the server") : msg("Not sent yet"))}
      </p>
      {command.problem !== null && <p>{command.problem}</p>}
      <ActionError text={problem} />
      <div class="action-grid">
        {state === "refused" && (
          <Button kind="secondary" disabled={isBusy} onClick={() => run(() => retryCommand(seq))}>
            {t(msg("Send again"))}
          </Button>
        )}
        <Button kind="secondary" disabled={isBusy} onClick={() => run(() => discardCommand(seq))}>
          {t(msg("Discard"))}
        </Button>
      </div>
    </li>
  );
}
