import { msg } from "../../../domain/message.ts";
import { isCovered } from "../../api/screen-cover.ts";
import { device, session } from "../../api/tokens.ts";
import { day, t } from "../../i18n/translate.ts";
import { endingPairings, postponeNotice } from "../../login/ending-pairings.ts";
import { dismissLost, isOfOthers, lostCounts, MAX_LOCATIONS } from "../../offline/outbox/unsent-marker.ts";
import { path } from "../../router/router.ts";
import { LayoutNotice, LostNotice } from "../../scanner/scan-field.tsx";
import { applyUpdate, hasUpdate, isCounting } from "../../service-worker/update.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import "../login/login.css";
import "../unsent/unsent.css";

const FIRST_SCREENS = ["/count", "/find", "/mine", "/more"];

/**
 * Notices above the screen. During a count and at the user choice only about lost data and wrong codes, on the lock screen
 * only about scans. An update would move the keys of the PIN.
 */
export function Notices() {
  if (isCovered.value || isCounting() || path.value === "/who") {
    return (
      <div class="notices" role="status">
        <LostNotice />
        {!isCovered.value && <LostBanner />}
        {!isCovered.value && <LayoutNotice />}
      </div>
    );
  }
  const isMainScreen = session.value !== null && FIRST_SCREENS.includes(path.value);
  return (
    <div class="notices" role="status">
      <LostNotice />
      <LostBanner />
      <LayoutNotice />
      {hasUpdate.value && <UpdateNotice />}
      {isMainScreen && device.value?.isRevoked && <RevokedNotice />}
      {isMainScreen && endingPairings.value.length > 0 && <EndingNotice />}
    </div>
  );
}

function UpdateNotice() {
  return (
    <Banner>
      <p>{t(msg("A new version is available."))}</p>
      <Button kind="primary" onClick={applyUpdate}>
        {t(msg("Update now"))}
      </Button>
    </Banner>
  );
}

function RevokedNotice() {
  return (
    <Banner tone="danger">
      <p>
        {t(msg("The server no longer accepts this terminal, so nothing is sent. Your counts are kept here."))}
      </p>
      <ButtonLink kind="primary" href="#/pair">
        {t(msg("Pair again"))}
      </ButtonLink>
    </Banner>
  );
}

function EndingNotice() {
  const isThis = endingPairings.value.some(({ isHere }) => isHere);
  return (
    <Banner tone="warning">
      {endingPairings.value.map(({ name, at, isHere }) => (
        <p key={`${name} ${at}`}>
          {t(
            isHere
              ? msg(
                  "The pairing of this terminal ends on {day}. Pair it again before then. Everything on it is kept.",
                )
              : msg("The pairing of {name} ends on {day}."),
            { name, day: day(at) },
          )}
        </p>
      ))}
      <div class="action-pair">
        {isThis && <ButtonLink href="#/pair">{t(msg("Pair again"))}</ButtonLink>}
        <Button onClick={postponeNotice}>{t(msg("Remind me tomorrow"))}</Button>
      </div>
    </Banner>
  );
}

/** Notice that the browser's storage was cleared with unsent counts, with the locations to count again. */
function LostBanner() {
  const lost = lostCounts.value;
  if (lost === null || isOfOthers(lost)) return null;
  const { counts, others, places } = lost;
  const named = places.slice(0, MAX_LOCATIONS);
  const more = places.length > named.length ? [t(msg("and others"))] : [];
  return (
    <div class="lost-banner" role="alert">
      <p>
        <Icon name="warning" size={36} />
        <b>{t(msg("This device's storage was cleared."))}</b>
      </p>
      {counts > 0 && (
        <p>
          {t(msg("{n, plural, one {# count was} other {# counts were}} NOT sent."), { n: counts })}{" "}
          {t(msg("Count these locations again: {places}."), { places: [...named, ...more].join(", ") })}
        </p>
      )}
      {others > 0 && (
        <p>
          {t(
            msg(
              "{n, plural, one {# photo, label or request was} other {# photos, labels or requests were}} NOT sent.",
            ),
            { n: others },
          )}
        </p>
      )}
      <Button kind="primary" onClick={dismissLost}>
        {t(msg("Dismiss"))}
      </Button>
    </div>
  );
}
