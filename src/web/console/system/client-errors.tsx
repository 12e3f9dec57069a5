import { msg } from "../../../domain/message.ts";
import { listClientErrors } from "../../api/console/server.ts";
import type { ClientError } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { Icon } from "../../ui/icon.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";

const EVERY_S = 60;
/** Errors that are shown; the others are in the server's log. */
const SHOWN = 10;

/** The errors of terminals and consoles since the server's start; nothing while there are none. */
export function ClientErrors() {
  const { body } = useLiveQuery(listClientErrors(), { everySeconds: EVERY_S });
  if (body === null || body.length === 0) return null;
  return (
    <section class="card client-errors" aria-labelledby="client-errors">
      <h2 id="client-errors">
        <Icon name="warning" size={18} /> {t(TEXTS.title)}
      </h2>
      <p class="quiet">{t(TEXTS.what)}</p>
      <ul class="list">
        {body.slice(0, SHOWN).map((error) => (
          <li key={`${error.app} ${error.version} ${error.screen} ${error.message}`}>
            <Line error={error} />
          </li>
        ))}
      </ul>
      {body.length > SHOWN && <p class="quiet">{t(TEXTS.more, { n: body.length - SHOWN })}</p>}
    </section>
  );
}

function Line({ error }: { readonly error: ClientError }) {
  const { app, version, screen, message, stack, browser, count, lastAt } = error;
  const where = [t(APPS[app]), screen ?? t(TEXTS.start), t(TEXTS.version, { version })];
  return (
    <details>
      <summary>
        <div>
          <b>{message}</b>
          <div class="quiet">{[...where, t(TEXTS.times, { n: count, at: when(lastAt) })].join(" · ")}</div>
        </div>
      </summary>
      <p class="quiet">{browser}</p>
      {stack !== null && <pre>{stack}</pre>}
    </details>
  );
}

const APPS = { terminal: msg("Terminal"), console: msg("Console") };

const TEXTS = {
  title: msg("App errors"),
  what: msg(
    "Errors that browsers have reported since the server's start. They contain no data of yours: copy them for support.",
  ),
  start: msg("at the start"),
  version: msg("version {version}"),
  times: msg("{n, plural, one {once, {at}} other {# times, last {at}}}"),
  more: msg("{n, plural, one {# more error is} other {# more errors are}} in the server's log."),
};
