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
            <b>{t(TEXTS.superseded)}</b>
          </p>
          <p>{t(TEXTS.supersededHow)}</p>
          <Addresses state={state} />
        </Banner>
      );
    case "asking":
      return (
        <>
          <Banner tone="warning">
            <p>
              <b>{t(TEXTS.asking)}</b>
            </p>
            <p>{t(TEXTS.askingHow)}</p>
          </Banner>
          <PeerFacts state={state} />
        </>
      );
    default:
      return (
        <>
          {state.isFormerInformed === false && <Banner tone="warning">{t(TEXTS.former)}</Banner>}
          {state.peer === null ? <NoStandby /> : <PeerFacts state={state} />}
        </>
      );
  }
}

const NoStandby = () => <EmptyState icon="same" title={t(TEXTS.none)} text={t(TEXTS.what)} />;

function PeerFacts({ state }: { readonly state: StandbyState }) {
  const { peer, lagMs, hasPhotos, version } = state;
  const isConnected = peer?.isConnected === true;
  return (
    <>
      <p>
        <Badge tone={isConnected ? "success" : "danger"}>
          {t(isConnected ? TEXTS.connected : TEXTS.notConnected)}
        </Badge>
      </p>
      {!isConnected && state.mode === "primary" && <Banner tone="warning">{t(TEXTS.away)}</Banner>}
      <Facts
        facts={[
          [t(TEXTS.address), <Addresses key="addresses" state={state} />],
          [t(TEXTS.lag), lagText(lagMs)],
          [t(TEXTS.photos), isConnected ? t(hasPhotos ? TEXTS.allPhotos : TEXTS.somePhotos) : null],
          [t(TEXTS.version), version],
        ]}
      />
    </>
  );
}

const Addresses = ({ state: { peer } }: { readonly state: StandbyState }) => (
  <>{(peer?.addresses ?? []).join(", ")}</>
);

function lagText(lagMs: number | null): string {
  if (lagMs === null) return t(TEXTS.unknown);
  return lagMs < 1000 ? t(TEXTS.lessThanSecond) : t(TEXTS.seconds, { n: Math.round(lagMs / 1000) });
}

const TEXTS = {
  none: msg("This server has no standby"),
  what: msg(
    "A second machine can copy this server all the time, and take over if it fails. It needs tallybox of the same version, and an empty data folder.",
  ),
  superseded: msg("Another server has taken over from this one."),
  supersededHow: msg("This server accepts no changes any more. Use the other one."),
  asking: msg("This server accepts no changes yet."),
  askingHow: msg(
    "It has just started, and its standby does not answer: it may have taken over. Start the second machine. This server then continues by itself.",
  ),
  former: msg(
    "The former server does not know yet that this one has taken over. It is informed as soon as it runs and reaches this one.",
  ),
  away: msg("If this server fails now, what changes from now on is lost to the standby."),
  connected: msg("Connected"),
  notConnected: msg("Not connected"),
  address: msg("Address"),
  lag: msg("Behind"),
  unknown: msg("not known"),
  lessThanSecond: msg("less than a second"),
  seconds: msg("{n, plural, one {# second} other {# seconds}}"),
  photos: msg("Photos"),
  allPhotos: msg("all"),
  somePhotos: msg("some are still being copied"),
  version: msg("Version"),
};
