import { msg } from "../../../domain/message.ts";
import { plural, t } from "../../i18n/translate.ts";
import { dismissLost, isOfOthers, lostCounts, MAX_PLACES } from "../../offline/outbox/unsent-marker.ts";
import { Icon } from "../../ui/icon.tsx";
import "./unsent.css";

/** Says that the browser's storage was cleared with unsent counts in it, and where to count again. */
export function LostBanner() {
  const lost = lostCounts.value;
  if (lost === null || isOfOthers(lost)) return null;
  const { counts, others, places } = lost;
  const named = places.slice(0, MAX_PLACES);
  const more = places.length > named.length ? [t(TEXTS.more)] : [];
  return (
    <div class="lost-banner" role="alert">
      <p>
        <Icon name="warning" size={36} />
        <b>{t(TEXTS.cleared)}</b>
      </p>
      {counts > 0 && (
        <p>
          {plural(counts, TEXTS.notSent)} {t(TEXTS.again, { places: [...named, ...more].join(", ") })}
        </p>
      )}
      {others > 0 && <p>{plural(others, TEXTS.others)}</p>}
      <button type="button" onClick={dismissLost}>
        {t(TEXTS.dismiss)}
      </button>
    </div>
  );
}

const TEXTS = {
  cleared: msg("This device's storage was cleared.", "Úložiště tohoto zařízení bylo vymazáno."),
  notSent: msg(
    "{n} count was NOT sent.|{n} counts were NOT sent.",
    "{n} počet NEBYL odeslán.|{n} počty NEBYLY odeslány.|{n} počtů NEBYLO odesláno.",
  ),
  again: msg("Count these locations again: {places}.", "Spočítejte znovu tato umístění: {places}."),
  more: msg("and others", "a další"),
  others: msg(
    "{n} photo, label or request was NOT sent.|{n} photos, labels or requests were NOT sent.",
    "{n} fotka, štítek nebo žádost NEBYLA odeslána.|{n} fotky, štítky nebo žádosti NEBYLY odeslány.|{n} fotek, štítků nebo žádostí NEBYLO odesláno.",
  ),
  dismiss: msg("Dismiss", "Skrýt"),
};
