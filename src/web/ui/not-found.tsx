import { useEffect, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { Page } from "./page.tsx";

/** Nobody should see a line that is gone again at once. */
const QUIET_MS = 300;

/** The path leads nowhere. */
export function NotFound() {
  return (
    <Page title={t(TEXTS.nowhere)}>
      <a class="button" href="#/">
        {t(TEXTS.home)}
      </a>
    </Page>
  );
}

/** The screen's part is being fetched. */
export function Loading() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong ? (
    <Page title={t(TEXTS.coming)} isTemporary>
      {null}
    </Page>
  ) : null;
}

/** The screen's part could not be fetched. */
export function LoadError() {
  return (
    <Page title={t(TEXTS.missing)} back>
      <p>{t(TEXTS.why)}</p>
      <button type="button" onClick={() => location.reload()}>
        {t(TEXTS.again)}
      </button>
    </Page>
  );
}

/** Nobody has checked the PIN: the screen comes back when it is entered. */
export function CountingOnly() {
  return (
    <Page title={t(TEXTS.countingOnly)}>
      <p>{t(TEXTS.countingOnlyWhy)}</p>
      <a class="button" href="#/count">
        {t(TEXTS.count)}
      </a>
    </Page>
  );
}

const TEXTS = {
  countingOnly: msg("Counting only"),
  countingOnlyWhy: msg(
    "You continued without entering your PIN, because the server is not responding. When it answers, enter your PIN to use everything else.",
  ),
  count: msg("Count", "stocktake"),
  nowhere: msg("Page not found"),
  home: msg("Go to start page"),
  coming: msg("Loading…"),
  missing: msg("Page could not be loaded"),
  why: msg("The server is not responding, or it has a new version. Your counts are kept."),
  again: msg("Reload"),
};
