import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { dismissLost, isOfOthers, lostCounts, MAX_LOCATIONS } from "../../offline/outbox/unsent-marker.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import "./unsent.css";

/** Notice that the browser's storage was cleared with unsent counts, with the locations to count again. */
export function LostBanner() {
  const lost = lostCounts.value;
  if (lost === null || isOfOthers(lost)) return null;
  const { counts, others, places } = lost;
  const named = places.slice(0, MAX_LOCATIONS);
  const more = places.length > named.length ? [t(TEXTS.more)] : [];
  return (
    <div class="lost-banner" role="alert">
      <p>
        <Icon name="warning" size={36} />
        <b>{t(TEXTS.cleared)}</b>
      </p>
      {counts > 0 && (
        <p>
          {t(TEXTS.notSent, { n: counts })} {t(TEXTS.again, { places: [...named, ...more].join(", ") })}
        </p>
      )}
      {others > 0 && <p>{t(TEXTS.others, { n: others })}</p>}
      <Button onClick={dismissLost}>{t(TEXTS.dismiss)}</Button>
    </div>
  );
}

const TEXTS = {
  cleared: msg("This device's storage was cleared."),
  notSent: msg("{n, plural, one {# count was} other {# counts were}} NOT sent."),
  again: msg("Count these locations again: {places}."),
  more: msg("and others"),
  others: msg(
    "{n, plural, one {# photo, label or request was} other {# photos, labels or requests were}} NOT sent.",
  ),
  dismiss: msg("Dismiss"),
};
