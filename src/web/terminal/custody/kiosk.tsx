import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { session } from "../../api/tokens.ts";
import type { CustodyPerson } from "../../api/types/endpoints.d.ts";
import { useStored } from "../../db/use-stored.ts";
import type { StoredKioskVisit } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { signalLocation, signalReturned, signalVerdict } from "../../feedback/sounds.ts";
import { t, when } from "../../i18n/translate.ts";
import { lock } from "../../login/lock-screen.ts";
import { discardCommand, readCommands } from "../../offline/outbox/commands.ts";
import { custodyName } from "../../offline/sync/custody.ts";
import { go } from "../../router/router.ts";
import type { Scan } from "../../scanner/meaning.ts";
import { useCamera } from "../../scanner/use-camera.tsx";
import { useScans } from "../../scanner/use-scans.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import styles from "./kiosk.module.css";
import { isLoginWanted, kiosk, setKiosk } from "./kiosk-state.ts";
import {
  beginVisit,
  continueVisit,
  endVisit,
  IDLE_MS,
  isActive,
  isShown,
  meaningOfScan,
  type NotRecorded,
  notRecorded,
  readRows,
  readVisit,
  recordAtKiosk,
  SHOWN_MS,
  type Step,
  visit,
} from "./kiosk-visit.ts";

/** Hand-overs and returns by badge: badge, articles, badge again. */
export function KioskScreen() {
  const [questions, setQuestions] = useState<readonly Step[]>([]);
  const [unanswered, setUnanswered] = useState<readonly Step[]>([]);
  const [problem, setProblem] = useState<NotRecorded | null>(null);
  const camera = useCamera();
  const shown = useShownVisit();
  const isThere = shown !== null && isActive(shown);
  const person = shown === null ? "" : nameOf(shown.userId);

  /** Nothing changes by what was not answered, and the next person must see it. */
  const leaveQuestions = () => {
    setUnanswered(questions);
    setQuestions([]);
    setProblem(null);
  };
  const leave = async () => {
    leaveQuestions();
    await endVisit();
  };
  const onBadge = async (scanned: CustodyPerson, last: StoredKioskVisit | null, isStillThere: boolean) => {
    if (last?.userId === scanned.id && isStillThere) {
      signalVerdict(questions.length > 0 ? "asked" : "added");
      await leave();
      return;
    }
    signalLocation();
    if (last?.userId === scanned.id) {
      // Whoever was away for a moment goes on, so that a repeated scan is asked about.
      setProblem(null);
      await continueVisit();
      return;
    }
    leaveQuestions();
    await beginVisit(scanned);
  };
  const record = async (step: Step) => {
    const result = await recordAtKiosk(step);
    if (result.is === "problem") signalVerdict("failed");
    else if (result.kind === "end") signalReturned();
    else signalVerdict("counted");
    setProblem(result.is === "problem" ? result : null);
  };
  // The notice of lost scans shows errors only after the login that nobody does here.
  const onError = (error: unknown) => {
    signalVerdict("failed");
    setProblem(notRecorded(error));
  };
  const onScan = async (scan: Scan) => {
    await readVisit();
    // The scan may have waited for those before it.
    const at = Date.now() - (performance.now() - scan.endedAt);
    const last = visit.value !== null && isShown(visit.value, at) ? visit.value : null;
    const current = last !== null && isActive(last, at) ? last : null;
    const meaning = await meaningOfScan(scan, current);
    if (meaning.is === "badge") {
      await onBadge(meaning.person, last, current !== null);
      return;
    }
    if (current !== null) setUnanswered([]);
    if (meaning.is === "problem") {
      signalVerdict("failed");
      setProblem(meaning);
    } else if (meaning.is === "question") {
      signalVerdict("asked");
      setProblem(null);
      setQuestions((before) => [meaning.step, ...without(before, meaning.step)]);
    } else await record(meaning.step);
    // What the scan did is recorded by then.
    if (current !== null) await continueVisit().catch(reportError);
  };
  useScans((scan) => onScan(scan).catch(onError), true);

  const isOn = kiosk.value !== null;
  useEffect(() => {
    if (!isOn && session.value === null) go("/who", { replace: true });
  }, [isOn]);
  useEffect(() => {
    // It is over for long.
    if (shown === null) setQuestions([]);
  }, [shown === null]);

  const answer = (step: Step, isMeant: boolean) => {
    setQuestions((before) => without(before, step));
    continueVisit()
      .then(() => (isMeant ? record(step) : undefined))
      .catch(onError);
  };
  const takeBack = () => {
    if (problem?.other == null) return;
    const { article, userId } = problem.other;
    continueVisit()
      .then(() => record({ kind: "end", article, userId }))
      .catch(onError);
  };
  return (
    <Page isStart title={t(msg("Hand-overs by badge"))} actions={camera.button}>
      {camera.view}
      <div class={isThere ? styles["visit"] : styles["nobody"]}>
        <p class={styles["step"]} role="status">
          {isThere ? t(msg("{name}: scan an article"), { name: person }) : t(msg("Scan your badge"))}
        </p>
        <p>
          {t(
            isThere
              ? msg("When you are done, scan your badge again.")
              : shown === null
                ? msg("Then scan what you take or bring back.")
                : msg("{name} was here. Whoever takes or brings something now scans a badge first."),
            { name: person },
          )}
        </p>
      </div>
      {isThere && <KioskQuestions questions={questions} onAnswer={answer} />}
      {[...unanswered, ...(isThere ? [] : questions)].map((step) => (
        <Banner key={step.article.oid} tone="warning" role="alert">
          {unansweredText(step)}
        </Banner>
      ))}
      {problem !== null && (
        <Banner tone="danger" role="alert">
          <p>{problem.text}</p>
          {problem.other !== null && isThere && (
            <Button onClick={takeBack}>
              {t(msg("Take back from {person}"), { person: problem.other.person })}
            </Button>
          )}
        </Banner>
      )}
      {shown !== null && <KioskRows visit={shown} />}
      <div class="stack">
        {isThere && (
          <Button kind="primary" onClick={() => leave().catch(reportError)}>
            {t(msg("Done"))}
          </Button>
        )}
        {!isThere && <Button onClick={() => wantLogin(leave)}>{t(msg("Log in"))}</Button>}
      </div>
      <RejectedHandOvers personId={isThere ? shown.userId : null} />
    </Page>
  );
}

// A timer may be early by a fraction of a millisecond.
const TIMER_MS = 20;

const nameOf = (userId: number) => custodyName(userId) ?? String(userId);

const without = (steps: readonly Step[], { article }: Step) =>
  steps.filter((step) => step.article.oid !== article.oid);

function unansweredText({ kind, article, userId }: Step): string {
  const names = { name: article.name, person: nameOf(userId) };
  return t(
    kind === "end"
      ? msg("Not answered: {name} stays with {person}.")
      : msg("Not answered: {name} stays taken back from {person}."),
    names,
  );
}

/** The visit to show, until long after its last use. */
function useShownVisit(): StoredKioskVisit | null {
  const { value } = visit;
  const [, look] = useState(0);
  useEffect(() => {
    readVisit().catch(reportError);
  }, []);
  useLayoutEffect(() => {
    if (value === null) return undefined;
    const lookAgain = () => look((looks) => looks + 1);
    const timers = [IDLE_MS, SHOWN_MS].map((ms) =>
      setTimeout(lookAgain, value.usedAt + ms + TIMER_MS - Date.now()),
    );
    // Timers stand still while the device sleeps.
    window.addEventListener("focus", lookAgain);
    return () => {
      for (const timer of timers) clearTimeout(timer);
      window.removeEventListener("focus", lookAgain);
    };
  }, [value]);
  return value !== null && isShown(value) ? value : null;
}

function wantLogin(leave: () => Promise<void>): void {
  leave().catch(reportError);
  isLoginWanted.value = true;
  if (session.value === null || kiosk.value === null) go("/who", { replace: true });
}

interface KioskQuestionsProps {
  readonly questions: readonly Step[];
  readonly onAnswer: (step: Step, isMeant: boolean) => void;
}

/** Asks about articles that were scanned again in a visit. Nothing changes until an answer is tapped. */
function KioskQuestions({ questions, onAnswer }: KioskQuestionsProps) {
  return (
    <>
      {questions.map((step) => {
        const { kind, article, userId } = step;
        const names = { name: article.name, person: custodyName(userId) ?? String(userId) };
        const isReturn = kind === "end";
        return (
          <section key={article.oid} class={styles["question"]} role="alert">
            <p>
              <Icon name="hand" size={36} />
              <b>
                {t(
                  isReturn
                    ? msg("{name} is handed out to {person} already. Is it brought back?")
                    : msg("{name} is taken back from {person} already. Hand it out again?"),
                  names,
                )}
              </b>
            </p>
            <div class="stack">
              <Button onClick={() => onAnswer(step, false)}>
                {t(isReturn ? msg("No, {person} takes it") : msg("No, it stays here"), names)}
              </Button>
              <Button onClick={() => onAnswer(step, true)}>
                {t(isReturn ? msg("Yes, take it back") : msg("Yes, hand it out"))}
              </Button>
            </div>
          </section>
        );
      })}
    </>
  );
}

/** What was recorded in a visit, the last one first. Hand-overs and returns differ by icon, colour and words. */
function KioskRows({ visit }: { readonly visit: StoredKioskVisit }) {
  const rows = useStored(() => readRows(visit), ["errands"], [visit.userId, visit.afterSeq]) ?? [];
  return (
    <ul class={`list ${styles["rows"]}`}>
      {rows.map(({ id, kind, name, person }) => (
        <li key={id} class={styles[kind === "start" ? "out" : "back"]}>
          <Icon name={kind === "start" ? "hand" : "undo"} size={28} />
          <span class="main">
            <b>{name}</b>
            <span>
              {t(kind === "start" ? msg("Handed out to {person}") : msg("Taken back from {person}"), {
                person,
              })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const MAX_DAYS = 3650;

/** `#/kiosk`: begins and ends hand-overs by badge on this terminal. */
export function KioskSettings() {
  const [days, setDays] = useState(String(kiosk.value?.days ?? ""));
  const { run, isBusy, problem } = useAction();
  const login = session.value;
  const isValid = days === "" || (/^\d{1,4}$/.test(days) && Number(days) >= 1 && Number(days) <= MAX_DAYS);
  const begin = () =>
    run(async () => {
      if (login === null) return;
      const author = { tenantId: login.tenantId, userId: login.user.id };
      await setKiosk({ ...author, days: days === "" ? null : Number(days) });
      await lock();
    });
  return (
    <Page title={t(msg("Hand-overs by badge"))}>
      <p>
        {t(
          msg(
            "People take and bring back articles at this terminal without a login: scan the badge, then the articles, then the badge again.",
          ),
        )}
      </p>
      <p>
        {t(msg("What they do is recorded in your name: {name}. A badge is no proof of who holds it."), {
          name: login?.user.fullName ?? "",
        })}
      </p>
      {kiosk.value !== null && (
        <Banner tone="success" role="status">
          {t(msg("It is on: the locked terminal shows it."))}
        </Banner>
      )}
      <TextField
        label={t(msg("Days until return"))}
        hint={t(msg("Leave empty for no due date."))}
        inputMode="numeric"
        value={days}
        liveProblem={isValid ? undefined : t(msg("must be {min} to {max}"), { min: 1, max: MAX_DAYS })}
        onValue={setDays}
      />
      <Problem text={problem} />
      <div class="stack">
        <Button kind="primary" disabled={isBusy || !isValid} onClick={begin}>
          {t(msg("Start and lock the terminal"))}
        </Button>
        {kiosk.value !== null && (
          <Button disabled={isBusy} onClick={() => run(() => setKiosk(null))}>
            {t(msg("End hand-overs by badge"))}
          </Button>
        )}
      </div>
    </Page>
  );
}

/** What this terminal has sent and the server has rejected: of a person, or (null) of everyone. */
function RejectedHandOvers({ personId }: { readonly personId: number | null }) {
  const commands = useStored(readCommands, ["errands"]) ?? [];
  const rejected = commands.filter(
    ({ state, task }) =>
      state === "refused" &&
      task.kind === "custody" &&
      (personId === null || (task.operation.userId ?? null) === personId),
  );
  if (rejected.length === 0) return null;
  return (
    <section>
      <h2>{t(msg("Not recorded by the server"))}</h2>
      {rejected.map(({ seq, id, title, at, problem }) => (
        <Banner key={id} tone="danger" role="status">
          <p>
            <b>{title}</b> <span class="muted">{when(at)}</span>
          </p>
          <p>{problem}</p>
          <Button onClick={() => discardCommand(seq).catch(reportError)}>{t(msg("Understood"))}</Button>
        </Banner>
      ))}
    </section>
  );
}
