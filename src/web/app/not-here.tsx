import { useEffect, useState } from "preact/hooks";
import { say } from "../../words.ts";
import { Page } from "./page.tsx";
import { t } from "./words.ts";

/** Nobody should see a line that is gone again at once. */
const QUIET_MS = 300;

/** The path leads nowhere. */
export function Nowhere() {
  return (
    <Page title={t(TEXTS.nowhere)}>
      <a class="button" href="#/">
        {t(TEXTS.home)}
      </a>
    </Page>
  );
}

/** The screen's part is being fetched. */
export function Coming() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong ? <Page title={t(TEXTS.coming)}>{null}</Page> : null;
}

/** The screen's part could not be fetched. */
export function Missing() {
  return (
    <Page title={t(TEXTS.missing)} back>
      <p>{t(TEXTS.why)}</p>
      <button type="button" onClick={() => location.reload()}>
        {t(TEXTS.again)}
      </button>
    </Page>
  );
}

const TEXTS = {
  nowhere: say("There is nothing here", "Tady nic není"),
  home: say("To the beginning", "Na začátek"),
  coming: say("Loading…", "Načítám…"),
  missing: say("Not loaded yet", "Ještě nenačteno"),
  why: say(
    "This part could not be loaded: the box does not answer, or it has a newer version. What was counted is kept.",
    "Tato část se nenačetla: zařízení neodpovídá, nebo má novější verzi. Co bylo započítáno, je uloženo.",
  ),
  again: say("Load it again", "Načíst znovu"),
};
