import { say } from "../../../words.ts";
import { Problem as Fault, useDeed } from "../../app/deed.tsx";
import { Icon } from "../../app/icon.tsx";
import { Page } from "../../app/page.tsx";
import { plural, t, when } from "../../app/words.ts";
import { connection, lastAnswer } from "../../box/connection.ts";
import { Announcer, announce } from "../../count/screens/announce.tsx";
import { useKept } from "../../count/screens/use-kept.ts";
import { errandsNow } from "../errands.ts";
import { problems } from "../problems.ts";
import { sendNow } from "../sender.ts";
import { unsent } from "../unsent.ts";
import { ErrandRow } from "./errand-row.tsx";
import { FileWays } from "./file-ways.tsx";
import { ProblemRow } from "./problem-row.tsx";
import { Safety } from "./safety.tsx";
import { waitingCounts } from "./waiting.ts";
import "../../count/screens/count.css";
import "./unsent.css";

/** What waits to be sent, what somebody must look at, and the last resort. */
export function Unsent() {
  const { run, isBusy, problem } = useDeed();
  const waiting = useKept(waitingCounts, ["outbox"]);
  const troubles = useKept(problems, ["outbox"]);
  const errands = useKept(errandsNow, ["errands"]);
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
      <p class={connection.value === "away" ? "note is-warning" : "note"}>{connectionWords()}</p>
      <Fault text={problem} />
      {unsent.value === 0 && <p>{t(TEXTS.nothing)}</p>}
      {(waiting ?? []).map(({ inventoryId, name, count, since }) => (
        <p key={inventoryId}>
          <b>{plural(count, TEXTS.counts)}</b> · {name} · {t(TEXTS.since, { at: when(since) })}
        </p>
      ))}
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
      {open.length > 0 && (
        <>
          <h2>{t(TEXTS.errands)}</h2>
          <ul class="cards">
            {open.map((errand) => (
              <ErrandRow key={errand.seq} errand={errand} />
            ))}
          </ul>
        </>
      )}
      <FileWays />
      <Safety />
    </Page>
  );
}

function connectionWords(): string {
  if (connection.value === "unknown") return t(TEXTS.asking);
  const at = lastAnswer.value;
  if (connection.value === "there") return t(TEXTS.there, { at: at === null ? "" : when(at) });
  return at === null ? t(TEXTS.away) : t(TEXTS.awaySince, { at: when(at) });
}

const TEXTS = {
  title: say("Not sent yet", "Neodesláno"),
  send: say("Send now", "Odeslat teď"),
  sent: say("All that could be sent is sent.", "Vše, co šlo odeslat, je odesláno."),
  nothing: say("Nothing waits here. All is at the box.", "Nic tu nečeká. Vše je v zařízení."),
  counts: say("{n} count waits|{n} counts wait", "{n} počet čeká|{n} počty čekají|{n} počtů čeká"),
  since: say("since {at}", "od {at}"),
  problems: say("To be looked at", "K vyřešení"),
  errands: say("Photos, labels and requests", "Fotky, štítky a žádosti"),
  asking: say("The box is being asked…", "Dotazuji se zařízení…"),
  there: say("The box answered at {at}.", "Zařízení odpovědělo v {at}."),
  away: say("The box does not answer. Everything is kept here.", "Zařízení neodpovídá. Vše je uloženo zde."),
  awaySince: say(
    "The box has not answered since {at}. Everything is kept here.",
    "Zařízení neodpovídá od {at}. Vše je uloženo zde.",
  ),
};
