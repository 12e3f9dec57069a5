import { msg } from "../../../domain/message.ts";
import type { HeadOfficeStatus } from "../../api/types/endpoints.d.ts";
import { number, t, when } from "../../i18n/translate.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Facts } from "../../ui/surfaces.tsx";
import { officeProblem, useHeadOffice } from "../overview/head-office.ts";

/** The state of the delivery to the head office. Renders nothing without one. */
export function HeadOfficeCard() {
  const query = useHeadOffice();
  const { body } = query;
  if (body === null || body.state === "off") return null;
  const problem = officeProblem(query);
  return (
    <Card id="head-office" title={t(msg("Head office"))}>
      {problem !== null && (
        <p class="error-text">
          <Icon name="warning" size={18} /> {problem}
        </p>
      )}
      {body.login?.warning != null && (
        <p class="error-text">
          <Icon name="warning" size={18} /> {body.login.warning}
        </p>
      )}
      <Facts
        facts={[
          [t(msg("Status")), <Badge tone={STATES[body.state].tone}>{t(STATES[body.state].text)}</Badge>],
          [t(msg("Records as of")), body.currentAt === null ? "–" : when(body.currentAt)],
          [t(msg("Changes to deliver")), body.behind === null ? "–" : number(body.behind)],
          [t(msg("Database")), `${body.database} · ${body.address}`],
          [t(msg("Id of this site")), body.site ?? "–"],
          [
            t(msg("Articles with fields of the head office")),
            body.masterData?.owned == null ? "–" : number(body.masterData.owned),
          ],
        ]}
      />
      {body.masterData !== null && <Rejected {...body.masterData} />}
    </Card>
  );
}

/** Rows shown; the API has more. */
const MAX_SHOWN = 5;

/** The rows of master data that can't be applied. Renders nothing without one. */
function Rejected({ failure, rejectedCount, rejected }: NonNullable<HeadOfficeStatus["masterData"]>) {
  return (
    <>
      {failure !== null && <p class="error-text">{failure}</p>}
      {rejectedCount > 0 && (
        <p class="error-text">
          {t(
            msg(
              "{count, plural, one {# row of master data can't be applied.} other {# rows of master data can't be applied.}}",
            ),
            { count: rejectedCount },
          )}
        </p>
      )}
      {rejectedCount > 0 && (
        <ul>
          {rejected.slice(0, MAX_SHOWN).map(({ code, reason }) => (
            <li key={code}>
              {code}: <span class="muted">{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const STATES: Readonly<Record<HeadOfficeStatus["state"], { tone: Tone; text: ReturnType<typeof msg> }>> = {
  off: { tone: "muted", text: msg("Off", "head office") },
  connecting: { tone: "info", text: msg("Connecting") },
  loading: { tone: "info", text: msg("Loading records") },
  behind: { tone: "info", text: msg("Catching up") },
  current: { tone: "success", text: msg("Up to date") },
  failing: { tone: "danger", text: msg("Failing") },
};
