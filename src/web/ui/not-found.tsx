import { useEffect, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { Button, ButtonLink } from "./button.tsx";
import { Page } from "./page.tsx";

/** Delay of the message, so that it does not flash. */
const LOADING_DELAY_MS = 300;

/** No screen has this path. */
export function NotFound() {
  return (
    <Page title={t(TEXTS.nowhere)}>
      <ButtonLink href="#/">{t(TEXTS.home)}</ButtonLink>
    </Page>
  );
}

/** The code of the screen is loading. */
export function Loading() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LOADING_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong ? (
    <Page title={t(TEXTS.coming)} isTemporary>
      {null}
    </Page>
  ) : null;
}

/** The code of the screen could not be loaded. */
export function LoadError() {
  return (
    <Page title={t(TEXTS.missing)} back>
      <p>{t(TEXTS.why)}</p>
      <Button onClick={() => location.reload()}>{t(TEXTS.again)}</Button>
    </Page>
  );
}

/** The PIN was not checked. The screen is shown after it is entered. */
export function CountingOnly() {
  return (
    <Page title={t(TEXTS.countingOnly)}>
      <p>{t(TEXTS.countingOnlyWhy)}</p>
      <ButtonLink href="#/count">{t(TEXTS.count)}</ButtonLink>
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
