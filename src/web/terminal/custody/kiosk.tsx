import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { session } from "../../api/tokens.ts";
import type { CustodyPerson } from "../../api/types/endpoints.d.ts";
import { reportError } from "../../errors/report-error.ts";
import { signalVerdict } from "../../feedback/sounds.ts";
import { t } from "../../i18n/translate.ts";
import { go } from "../../router/router.ts";
import { useCamera } from "../../scanner/use-camera.tsx";
import { useScans } from "../../scanner/use-scans.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import styles from "./kiosk.module.css";
import {
  type KioskScan,
  meaningOfScan,
  type NotRecorded,
  type Recorded,
  recordAtKiosk,
} from "./kiosk-scan.ts";
import { isLoginWanted, kiosk } from "./kiosk-state.ts";
import { RejectedHandOvers } from "./rejected-hand-overs.tsx";

/** Somebody who has left is not continued by the next one. */
const IDLE_MS = 60_000;

/** Hand-overs and returns by badge: badge, articles, badge again. */
export function KioskScreen() {
  const [person, setPerson] = useState<CustodyPerson | null>(null);
  const [rows, setRows] = useState<readonly Recorded[]>([]);
  const [problem, setProblem] = useState<NotRecorded | null>(null);
  const camera = useCamera();
  const finish = () => {
    setPerson(null);
    setRows([]);
    setProblem(null);
  };
  const show = (result: Recorded | NotRecorded) => {
    signalVerdict(result.is === "recorded" ? "counted" : "failed");
    setProblem(result.is === "recorded" ? null : result);
    if (result.is === "recorded") setRows((before) => [result, ...before]);
  };
  const onMeaning = async (meaning: KioskScan) => {
    if (meaning.is === "badge") {
      signalVerdict("counted");
      finish();
      // The same badge again ends the visit.
      if (meaning.person.id !== person?.id) setPerson(meaning.person);
    } else if (meaning.is === "article") show(await recordAtKiosk(meaning.article, meaning.step));
    else show(meaning);
  };
  useScans(async (scan) => onMeaning(await meaningOfScan(scan, person)), true);
  useEffect(() => {
    if (person === null) return undefined;
    const timer = setTimeout(finish, IDLE_MS);
    return () => clearTimeout(timer);
  }, [person, rows, problem]);

  const isOn = kiosk.value !== null;
  useEffect(() => {
    if (!isOn && session.value === null) go("/who", { replace: true });
  }, [isOn]);

  const takeBack = () => {
    if (problem?.other == null) return;
    const { article, userId } = problem.other;
    recordAtKiosk(article, { kind: "end", userId }).then(show).catch(reportError);
  };
  return (
    <Page title={t(TEXTS.title)} actions={camera.button}>
      {camera.view}
      <p class={styles["step"]} role="status">
        {person === null ? t(TEXTS.badge) : t(TEXTS.hello, { name: person.fullName })}
      </p>
      <p>{t(person === null ? TEXTS.badgeHow : TEXTS.articleHow)}</p>
      {problem !== null && (
        <Banner tone="danger" role="alert">
          <p>{problem.text}</p>
          {problem.other !== null && (
            <Button kind="secondary" onClick={takeBack}>
              {t(TEXTS.takeBack, { person: problem.other.person })}
            </Button>
          )}
        </Banner>
      )}
      <ul class={`list ${styles["rows"]}`}>
        {rows.map(({ id, article, text }) => (
          <li key={id}>
            <span class="main">
              <b>{article.name}</b>
              <span class="muted">{text}</span>
            </span>
          </li>
        ))}
      </ul>
      <div class="stack">
        {person !== null && <Button onClick={finish}>{t(TEXTS.done)}</Button>}
        {person === null && (
          <Button kind="secondary" onClick={wantLogin}>
            {t(TEXTS.logIn)}
          </Button>
        )}
      </div>
      <RejectedHandOvers personId={person?.id ?? null} />
    </Page>
  );
}

function wantLogin(): void {
  isLoginWanted.value = true;
  if (session.value === null || kiosk.value === null) go("/who", { replace: true });
}

const TEXTS = {
  title: msg("Hand-overs by badge"),
  badge: msg("Scan your badge"),
  badgeHow: msg("Then scan what you take or bring back."),
  hello: msg("{name}: scan an article"),
  articleHow: msg("Scan it once more to undo. When you are done, scan your badge again."),
  takeBack: msg("Take back from {person}"),
  done: msg("Done"),
  logIn: msg("Log in"),
};
