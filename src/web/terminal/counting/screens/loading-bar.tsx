import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { number, t } from "../../../i18n/translate.ts";
import { loading } from "../../../offline/sync/loading.ts";
import { QUIET_MS } from "../../../query/use-query.ts";

/** The progress of a load. Hidden for short loads. */
export function LoadingBar() {
  const now = loading.value;
  const [isLong, setLong] = useState(false);
  const isOn = now !== null;
  useEffect(() => {
    if (!isOn) {
      setLong(false);
      return undefined;
    }
    const timer = setTimeout(() => setLong(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isOn]);
  if (now === null || !isLong) return null;
  const { what, done, total } = now;
  return (
    <div class="note">
      <span role="status">{t(TEXTS[what])}</span> {number(done)}
      {total !== null && ` / ${number(total)}`}
      <progress value={total === null ? undefined : done} max={total ?? 1} aria-label={t(TEXTS[what])} />
    </div>
  );
}

const TEXTS = {
  articles: msg("Loading articles"),
  items: msg("Loading items"),
  places: msg("Loading locations"),
};
