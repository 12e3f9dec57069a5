import { msg } from "../../../domain/message.ts";
import { connection, lastResponseAt } from "../../api/connection.ts";
import { useStored } from "../../db/use-stored.ts";
import { plural, t, when } from "../../i18n/translate.ts";
import { readCommands } from "../../offline/outbox/commands.ts";
import { lateEntries, problems } from "../../offline/outbox/problems.ts";
import { unsent } from "../../offline/outbox/unsent.ts";
import { lostCounts } from "../../offline/outbox/unsent-marker.ts";
import { sendNow } from "../../offline/sender.ts";
import { Announcer, announce } from "../../ui/announce.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem as Fault, useAction } from "../../ui/use-action.tsx";
import { CommandRow } from "./command-row.tsx";
import { FileActions } from "./file-actions.tsx";
import { LateList } from "./late-list.tsx";
import { ProblemRow } from "./problem-row.tsx";
import { Safety } from "./safety.tsx";
import { waitingCounts } from "./unsent-counts.ts";
import "../counting/screens/count.css";
import "./unsent.css";

/** What waits to be sent, what somebody must look at, and the last resort. */
export function Unsent() {
  const { run, isBusy, problem } = useAction();
  const waiting = useStored(waitingCounts, ["outbox"]);
  const troubles = useStored(problems, ["outbox"]);
  const tooLate = useStored(lateEntries, ["outbox"]);
  const errands = useStored(readCommands, ["errands"]);
  const open = (errands ?? []).filter(({ state }) => state === "waiting" || state === "refused");
  const send = () =>
    run(async () => {
      await sendNow();
      announce(t(TEXTS.sent));
    });
  return (
    <Page
      title={t(TEXTS.title)}
      back
      deeds={
        <button type="button" disabled={isBusy} onClick={send}>
          <Icon name="send" />
          {t(TEXTS.send)}
        </button>
      }
    >
      <Announcer />
      {/* First: what comes and goes while counts are sent must not move an answer under the finger. */}
      {troubles !== null && troubles.length > 0 && (
        <>
          <h2>{t(TEXTS.problems)}</h2>
          <ul class="cards">
            {troubles.map((one) => (
              <ProblemRow key={one.entry.seq} problem={one} />
            ))}
          </ul>
        </>
      )}
      <p class={connection.value === "away" ? "note is-warning" : "note"}>{connectionWords()}</p>
      <Fault text={problem} />
      {unsent.value === 0 && lostCounts.value === null && <p>{t(TEXTS.nothing)}</p>}
      {(waiting ?? []).map(({ inventoryId, name, count, since }) => (
        <p key={inventoryId}>
          <b>{plural(count, TEXTS.counts)}</b> · {name} · {t(TEXTS.since, { at: when(since) })}
        </p>
      ))}
      {tooLate !== null && tooLate.length > 0 && <LateList entries={tooLate} />}
      {open.length > 0 && (
        <>
          <h2>{t(TEXTS.errands)}</h2>
          <ul class="cards">
            {open.map((errand) => (
              <CommandRow key={errand.seq} errand={errand} />
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
  title: msg("Not sent yet", "Neodesláno"),
  send: msg("Send now", "Odeslat teď"),
  sent: msg("Sending finished.", "Odesílání skončilo."),
  nothing: msg("Nothing to send. The server has everything.", "Není co odeslat. Server má vše."),
  counts: msg(
    "{n} count to send|{n} counts to send",
    "{n} počet k odeslání|{n} počty k odeslání|{n} počtů k odeslání",
  ),
  since: msg("since {at}", "od {at}"),
  problems: msg("Needs attention", "Vyžaduje pozornost"),
  errands: msg("Photos, labels and requests", "Fotky, štítky a žádosti"),
  asking: msg("Connecting to the server…", "Připojuji se k serveru…"),
  there: msg("The server last responded at {at}.", "Server naposledy odpověděl v {at}."),
  away: msg(
    "The server is not responding. Everything is saved on this device.",
    "Server neodpovídá. Vše je uloženo v tomto zařízení.",
  ),
  awaySince: msg(
    "The server has not responded since {at}. Everything is saved on this device.",
    "Server neodpovídá od {at}. Vše je uloženo v tomto zařízení.",
  ),
};
