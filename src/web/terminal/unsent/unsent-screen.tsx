import { msg } from "../../../domain/message.ts";
import { connection, lastResponseAt } from "../../api/connection.ts";
import { useStored } from "../../db/use-stored.ts";
import { t, when } from "../../i18n/translate.ts";
import { readCommands } from "../../offline/outbox/commands.ts";
import { lateEntries, problems } from "../../offline/outbox/problems.ts";
import { unsent } from "../../offline/outbox/unsent.ts";
import { lostCounts } from "../../offline/outbox/unsent-marker.ts";
import { sendNow } from "../../offline/sender.ts";
import { Announcer, announce } from "../../ui/announce.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem as ActionError, useAction } from "../../ui/use-action.tsx";
import { CommandRow } from "./command-row.tsx";
import { FileActions } from "./file-actions.tsx";
import { LateList } from "./late-list.tsx";
import { ProblemRow } from "./problem-row.tsx";
import { Safety } from "./safety.tsx";
import { waitingCounts } from "./unsent-counts.ts";
import "../counting/screens/count.css";
import "./unsent.css";

/** `#/unsent`: entries to send, entries that need attention, and the export to a file. */
export function Unsent() {
  const { run, isBusy, problem } = useAction();
  const waiting = useStored(waitingCounts, ["outbox"]);
  const openProblems = useStored(problems, ["outbox"]);
  const lateCounts = useStored(lateEntries, ["outbox"]);
  const commands = useStored(readCommands, ["errands"]);
  const openCommands = (commands ?? []).filter(({ state }) => state === "waiting" || state === "refused");
  const send = () =>
    run(async () => {
      await sendNow();
      announce(t(TEXTS.sent));
    });
  return (
    <Page
      title={t(TEXTS.title)}
      back
      actions={
        <button type="button" disabled={isBusy} onClick={send}>
          <Icon name="send" />
          {t(TEXTS.send)}
        </button>
      }
    >
      <Announcer />
      {/* First, because changes during sending must not move its buttons under the finger. */}
      {openProblems !== null && openProblems.length > 0 && (
        <>
          <h2>{t(TEXTS.problems)}</h2>
          <ul class="cards">
            {openProblems.map((listed) => (
              <ProblemRow key={listed.entry.seq} problem={listed} />
            ))}
          </ul>
        </>
      )}
      <p class={connection.value === "away" ? "note is-warning" : "note"}>{connectionWords()}</p>
      <ActionError text={problem} />
      {unsent.value === 0 && lostCounts.value === null && <p>{t(TEXTS.nothing)}</p>}
      {(waiting ?? []).map(({ inventoryId, name, count, since }) => (
        <p key={inventoryId}>
          <b>{t(TEXTS.counts, { n: count })}</b> · {name} · {t(TEXTS.since, { at: when(since) })}
        </p>
      ))}
      {lateCounts !== null && lateCounts.length > 0 && <LateList entries={lateCounts} />}
      {openCommands.length > 0 && (
        <>
          <h2>{t(TEXTS.errands)}</h2>
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

function connectionWords(): string {
  if (connection.value === "unknown") return t(TEXTS.asking);
  const at = lastResponseAt.value;
  if (connection.value === "there") return t(TEXTS.there, { at: at === null ? "" : when(at) });
  return at === null ? t(TEXTS.away) : t(TEXTS.awaySince, { at: when(at) });
}

const TEXTS = {
  title: msg("Not sent yet"),
  send: msg("Send now"),
  sent: msg("Sending finished."),
  nothing: msg("Nothing to send. The server has everything."),
  counts: msg("{n, plural, one {# count} other {# counts}} to send"),
  since: msg("since {at}"),
  problems: msg("Needs attention"),
  errands: msg("Photos, labels and requests"),
  asking: msg("Connecting to the server…"),
  there: msg("The server last responded at {at}."),
  away: msg("The server is not responding. Everything is saved on this device."),
  awaySince: msg("The server has not responded since {at}. Everything is saved on this device."),
};
