import { msg } from "../../../domain/message.ts";
import type { StandbyState } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { EmptyState, Facts } from "../../ui/surfaces.tsx";

/** What this server is in its pair, and how far the standby is behind. */
export function PairState({ state }: { readonly state: StandbyState }) {
  switch (state.mode) {
    case "alone":
      return <NoStandby />;
    case "superseded":
      return (
        <Banner tone="danger">
          <p>
            <b>{t(msg("Another server has taken over from this one."))}</b>
          </p>
          <p>{t(msg("This server accepts no changes any more. Use the other one."))}</p>
          <Addresses state={state} />
        </Banner>
      );
    case "asking":
      return (
        <>
          <Banner tone="warning">
            <p>
              <b>{t(msg("This server accepts no changes yet."))}</b>
            </p>
            <p>
              {t(
                msg(
                  "It has just started, and its standby does not answer: it may have taken over. Start the second machine. This server then continues by itself.",
                ),
              )}
            </p>
          </Banner>
          <PeerFacts state={state} />
        </>
      );
    default:
      return (
        <>
          {state.isFormerInformed === false && (
            <Banner tone="warning">
              {t(
                msg(
                  "The former server does not know yet that this one has taken over. It is informed as soon as it runs and reaches this one.",
                ),
              )}
            </Banner>
          )}
          {state.peer === null ? <NoStandby /> : <PeerFacts state={state} />}
        </>
      );
  }
}

const NoStandby = () => (
  <EmptyState
    icon="same"
    title={t(msg("This server has no standby"))}
    text={t(
      msg(
        "A second machine can copy this server all the time, and take over if it fails. It needs tallybox of the same version, and an empty data folder.",
      ),
    )}
  />
);

function PeerFacts({ state }: { readonly state: StandbyState }) {
  const { peer, lagMs, hasPhotos, version } = state;
  const isConnected = peer?.isConnected === true;
  return (
    <>
      <p>
        <Badge tone={isConnected ? "success" : "danger"}>
          {t(isConnected ? msg("Connected") : msg("Not connected"))}
        </Badge>
      </p>
      {!isConnected && state.mode === "primary" && (
        <Banner tone="warning">
          {t(msg("If this server fails now, what changes from now on is lost to the standby."))}
        </Banner>
      )}
      <Facts
        facts={[
          [t(msg("Address")), <Addresses key="addresses" state={state} />],
          [t(msg("Behind")), lagText(lagMs)],
          [
            t(msg("Photos")),
            isConnected ? t(hasPhotos ? msg("all") : msg("some are still being copied")) : null,
          ],
          [t(msg("Version")), version],
        ]}
      />
    </>
  );
}

const Addresses = ({ state: { peer } }: { readonly state: StandbyState }) => (
  <>{(peer?.addresses ?? []).join(", ")}</>
);

function lagText(lagMs: number | null): string {
  if (lagMs === null) return t(msg("not known"));
  return lagMs < 1000
    ? t(msg("less than a second"))
    : t(msg("{n, plural, one {# second} other {# seconds}}"), { n: Math.round(lagMs / 1000) });
}
