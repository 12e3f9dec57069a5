import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { connection, lastResponseAt } from "../../api/connection.ts";
import { ServerUnreachable } from "../../api/errors.ts";
import { sendRequest } from "../../api/send-request.ts";
import { getVersion } from "../../api/server.ts";
import { t, when } from "../../i18n/translate.ts";
import { Page } from "../../ui/page.tsx";

interface Version {
  readonly name: string;
  readonly version: string;
  readonly contractVersion: string;
}

/** Versions of the terminal and the server, for support calls. */
export function About() {
  const [version, setVersion] = useState<Version | null>(null);
  useEffect(() => {
    sendRequest(getVersion())
      .then(setVersion)
      .catch((error: unknown) => {
        // The screen shows that the server is unreachable.
        if (!(error instanceof ServerUnreachable)) throw error;
      });
  }, []);
  return (
    <Page title={t(TEXTS.title)} back>
      <dl class="facts">
        <dt>{t(TEXTS.here)}</dt>
        <dd>{__VERSION__}</dd>
        <dt>{t(TEXTS.box)}</dt>
        <dd>{version === null ? "–" : version.version}</dd>
        <dt>{t(TEXTS.answered)}</dt>
        <dd>{lastResponseAt.value === null ? "–" : when(lastResponseAt.value)}</dd>
        <dt>{t(TEXTS.connection)}</dt>
        <dd>{t(connection.value === "there" ? TEXTS.there : TEXTS.away)}</dd>
        <dt>{t(TEXTS.browser)}</dt>
        <dd>{navigator.userAgent}</dd>
      </dl>
    </Page>
  );
}

const TEXTS = {
  title: msg("About this terminal"),
  here: msg("Terminal version"),
  box: msg("Server version"),
  answered: msg("Last response from the server"),
  connection: msg("Connection"),
  there: msg("Connected"),
  away: msg("The server is not responding"),
  browser: msg("Browser"),
};
