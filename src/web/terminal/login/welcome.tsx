import { useEffect } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { session } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { loginEnded } from "../../login/session-end.ts";
import { isNewServer } from "../../login/site.ts";
import { go } from "../../router/router.ts";
import { useScans } from "../../scanner/use-scans.ts";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { codeIn, isPairing } from "./pairing-code.ts";
import "./login.css";

/** The start screen of a browser without a pairing or login. */
export function Welcome() {
  useScans((scan) => {
    const found = scan.candidates.find(isPairing);
    go(`/pair/${encodeURIComponent(codeIn(found ?? scan.text))}`);
  });
  useEffect(() => {
    isNewServer()
      .then((isNew) => {
        if (isNew) location.replace("/console#/start");
      })
      .catch(reportError);
  }, []);
  useEffect(() => {
    if (session.value !== null) go("/count", { replace: true });
  }, [session.value]);
  return (
    <Page isStart title={t(msg("Welcome"))}>
      {loginEnded.value !== null && (
        <Banner tone="warning" role="status">
          {t(loginEnded.value)}
        </Banner>
      )}
      <h2>{t(msg("Shared terminal"))}</h2>
      <p>
        {t(
          msg("Ask a colleague to open More → Pair another device, then scan the QR code or type the code."),
        )}
      </p>
      <div class="stack">
        <ButtonLink kind="primary" href="#/pair">
          {t(msg("Pair this terminal"))}
        </ButtonLink>
      </div>
      <h2>{t(msg("My phone"))}</h2>
      <p>{t(msg("Log in once with your user name and password."))}</p>
      <div class="stack">
        <ButtonLink href="#/login">{t(msg("Log in"))}</ButtonLink>
      </div>
      <h2>{t(msg("Office computer"))}</h2>
      <p>{t(msg("Manage stocktakes, articles, printers and people."))}</p>
      <div class="stack">
        <ButtonLink href="/console">{t(msg("Open the console"))}</ButtonLink>
      </div>
    </Page>
  );
}
