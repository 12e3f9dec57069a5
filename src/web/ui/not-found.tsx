import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { Button, ButtonLink } from "./button.tsx";
import { Page } from "./page.tsx";
import { useDelayed } from "./use-delayed.ts";

/** No screen has this path. */
export function NotFound() {
  return (
    <Page isStart title={t(msg("Page not found"))}>
      <ButtonLink kind="primary" href="#/">
        {t(msg("Go to start page"))}
      </ButtonLink>
    </Page>
  );
}

/** The code of the screen is loading. */
export function Loading() {
  const isLong = useDelayed(true);
  return isLong ? <Page isStart title={t(msg("Loading…"))} isTemporary /> : null;
}

/** The code of the screen could not be loaded. */
export function LoadError() {
  return (
    <Page title={t(msg("Page could not be loaded"))}>
      <p>{t(msg("The server is not responding, or it has a new version. Your counts are kept."))}</p>
      <Button kind="primary" onClick={() => location.reload()}>
        {t(msg("Reload"))}
      </Button>
    </Page>
  );
}
