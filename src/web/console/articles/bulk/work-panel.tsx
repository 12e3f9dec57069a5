import { msg } from "../../../../domain/message.ts";
import { plural, t } from "../../../app/words.ts";
import { ProgressBar } from "../../long/progress-bar.tsx";
import { useLeave } from "../../save/leave.ts";
import type { Report, Working } from "./work.ts";

/** So many reasons are read; the rest is a number. */
const MOST_SHOWN = 50;

/** The long work that is being done, or what became of it. */
export function WorkPanel({ working }: { readonly working: Working }) {
  const { now, report, problem } = working;
  useLeave(now !== null, {
    words: { title: t(TEXTS.running), text: t(TEXTS.leave), keep: t(TEXTS.stay), leave: t(TEXTS.go) },
  });
  if (now !== null) {
    return (
      <section class="card work">
        <ProgressBar words={now.title} progress={now.progress} onCancel={working.cancel} />
      </section>
    );
  }
  if (report === null && problem === null) return null;
  return (
    <section class="card work" aria-label={t(TEXTS.result)}>
      <div role="status">
        {problem !== null && <p class="fault">{problem}</p>}
        {report !== null && <Figures report={report} />}
      </div>
      <div class="row">
        {report !== null && <Deeds report={report} working={working} />}
        <button type="button" class="second" onClick={working.close}>
          {t(TEXTS.close)}
        </button>
      </div>
      {report !== null && report.failed.length > 0 && <Failures report={report} />}
    </section>
  );
}

function Figures({ report: { work, done, same, failed, left } }: { readonly report: Report }) {
  return (
    <>
      <p>
        <b>{work.ended(done)}</b>
      </p>
      {same > 0 && <p>{plural(same, TEXTS.same)}</p>}
      {failed.length > 0 && <p class="fault">{plural(failed.length, TEXTS.failed)}</p>}
      {left.length > 0 && <p>{plural(left.length, TEXTS.left)}</p>}
    </>
  );
}

function Deeds({ report, working }: { readonly report: Report; readonly working: Working }) {
  const { work, failed, left } = report;
  return (
    <>
      {failed.length + left.length > 0 && (
        <button type="button" onClick={working.again}>
          {t(failed.length > 0 ? TEXTS.again : TEXTS.goOn)}
        </button>
      )}
      {work.link !== undefined && (
        <a class="button second" href={work.link.href}>
          {work.link.words}
        </a>
      )}
    </>
  );
}

function Failures({ report: { failed } }: { readonly report: Report }) {
  return (
    <>
      <h2>{t(TEXTS.why)}</h2>
      <ul class="failures">
        {failed.slice(0, MOST_SHOWN).map(({ item: { oid, code, name }, why }) => (
          <li key={oid}>
            <a href={`#/articles/${oid}`}>{code ?? name}</a> <span class="quiet">{code && name}</span> {why}
          </li>
        ))}
      </ul>
      {failed.length > MOST_SHOWN && <p>{plural(failed.length - MOST_SHOWN, TEXTS.more)}</p>}
    </>
  );
}

const TEXTS = {
  result: msg("Result", "Výsledek"),
  running: msg("Bulk operation running", "Probíhá hromadná operace"),
  stay: msg("Stay", "Zůstat"),
  go: msg("Leave", "Odejít"),
  leave: msg(
    "If you leave, it stops. Articles already processed keep their new values.",
    "Pokud odejdete, zastaví se. Už zpracované artikly si nové hodnoty ponechají.",
  ),
  same: msg(
    "{n} already had this value|{n} already had this value",
    "{n} už tuto hodnotu měl|{n} už tuto hodnotu měly|{n} už tuto hodnotu mělo",
  ),
  failed: msg("{n} failed", "{n} se nepodařil|{n} se nepodařily|{n} se nepodařilo"),
  left: msg(
    "Stopped: {n} article left|Stopped: {n} articles left",
    "Zastaveno: zbývá {n} artikl|Zastaveno: zbývají {n} artikly|Zastaveno: zbývá {n} artiklů",
  ),
  again: msg("Try again", "Zkusit znovu"),
  goOn: msg("Continue", "Pokračovat"),
  close: msg("Close", "Zavřít"),
  why: msg("Errors", "Chyby"),
  more: msg("… and {n} more", "… a {n} další|… a {n} další|… a {n} dalších"),
};
