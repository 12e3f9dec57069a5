import { type Message, msg } from "../../../domain/message.ts";
import type { RestorePlan } from "../../api/types/endpoints.d.ts";
import { dayAndTime, number, t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Card, Cards } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Facts } from "../../ui/surfaces.tsx";
import "./restore.css";

/** What a backup holds, and what a restore would lose. */
export function Contents({ plan }: { readonly plan: RestorePlan }) {
  const { holds, upToDT, program, missingPhotos, isOtherInstallation, lostSince } = plan;
  return (
    <>
      {isOtherInstallation === true && (
        <Banner tone="danger" role="alert">
          {t(
            msg(
              "This is not a backup of this server. All data here would be replaced by those of another one.",
            ),
          )}
        </Banner>
      )}
      <Cards isWide>
        <Card id="restore-holds" title={t(msg("What the backup holds"))}>
          <p>
            <Icon name={missingPhotos === 0 ? "there" : "warning"} size={18} />{" "}
            {missingPhotos === 0
              ? t(msg("Complete: database, photos, keys and settings were checked."))
              : t(
                  msg(
                    "{n, plural, one {# photo is} other {# photos are}} missing. Everything else is complete.",
                  ),
                  { n: missingPhotos },
                )}
          </p>
          <Facts
            class="facts restore-facts"
            facts={[
              [t(msg("Everything up to")), upToDT === null ? null : <b>{dayAndTime(upToDT)}</b>],
              [t(msg("Company")), holds?.tenants.join(", ") ?? null],
              [t(msg("Articles")), holds === null ? null : number(holds.articles)],
              [t(msg("Stocktakes")), holds === null ? null : number(holds.inventories)],
              [t(msg("Users")), holds === null ? null : number(holds.users)],
              [t(msg("Photos")), holds === null ? null : number(holds.photos)],
              [t(msg("Version")), program],
            ]}
          />
        </Card>
        {lostSince !== null && <Lost lost={lostSince} />}
      </Cards>
    </>
  );
}

type LostSince = NonNullable<RestorePlan["lostSince"]>;

/** What was written after the last change of the backup. */
function Lost({ lost }: { readonly lost: LostSince }) {
  const { fromDT, toDT } = lost;
  const rows = KINDS.filter((kind) => lost[kind] > 0);
  return (
    <Card id="restore-lost" title={t(msg("What would be lost"))}>
      {rows.length === 0 ? (
        <p>
          <Icon name="there" size={18} />{" "}
          {t(msg("Nothing: nothing was changed since {from}."), { from: dayAndTime(fromDT) })}
        </p>
      ) : (
        <>
          <p class="error-text">
            <Icon name="warning" size={18} />{" "}
            {t(msg("Everything that was written between {from} and {to}:"), {
              from: dayAndTime(fromDT),
              to: dayAndTime(toDT),
            })}
          </p>
          <Facts
            class="facts restore-facts"
            facts={rows.map((kind) => [t(LOST[kind]), number(lost[kind])])}
          />
          {lost.devices > 0 && (
            <p class="muted">{t(msg("Devices that were paired since then must be paired again."))}</p>
          )}
          {lost.counts > 0 && (
            <p class="muted">
              {t(msg("Terminals send the counts again that they still have, up to 7 days back."))}
            </p>
          )}
        </>
      )}
    </Card>
  );
}

const LOST: Readonly<Record<Exclude<keyof LostSince, "fromDT" | "toDT">, Message>> = {
  counts: msg("Counts"),
  stocktakes: msg("Stocktakes begun or changed"),
  articles: msg("Articles changed"),
  locations: msg("Locations changed"),
  requests: msg("Requests made or decided"),
  custody: msg("Articles handed out or taken back"),
  photos: msg("Photos added or removed"),
  users: msg("Users changed"),
  devices: msg("Devices paired or changed"),
  labels: msg("Labels printed"),
  lists: msg("List entries changed"),
  printers: msg("Printers and label formats changed"),
  settings: msg("Settings changed"),
  notices: msg("Notice settings changed"),
  apiKeys: msg("API keys changed"),
  webhooks: msg("Webhooks changed"),
  targets: msg("Backup targets changed"),
  countPlans: msg("Count plans changed"),
  refillRules: msg("Minimum stock changed"),
  tenants: msg("Companies added"),
};
const KINDS = Object.keys(LOST) as (keyof typeof LOST)[];
