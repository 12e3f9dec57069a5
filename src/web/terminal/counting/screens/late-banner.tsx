import { useLayoutEffect, useRef } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { plural, t } from "../../../i18n/translate.ts";
import { late, rejected } from "../../../offline/outbox/unsent.ts";
import { ignoreTapsOnShifted } from "../../../ui/double-tap.ts";
import { Icon } from "../../../ui/icon.tsx";

/** Says across the screen that counts are not in the stocktake: it was finished before they arrived, or the server rejected them. */
export function LateBanner() {
  const shown = `${late.value > 0} ${rejected.value > 0}`;
  const wasShown = useRef(shown);
  useLayoutEffect(() => {
    if (wasShown.current === shown) return;
    wasShown.current = shown;
    ignoreTapsOnShifted();
  }, [shown]);
  return (
    <>
      <Banner count={late.value} why={t(TEXTS.late)} />
      <Banner count={rejected.value} why={plural(rejected.value, TEXTS.rejected)} />
    </>
  );
}

function Banner({ count, why }: { readonly count: number; readonly why: string }) {
  if (count === 0) return null;
  return (
    <a class="late-banner" href="#/unsent">
      <Icon name="warning" size={36} />
      <span>
        <b>{plural(count, TEXTS.notCounted)}</b> {why} <u>{t(TEXTS.show)}</u>
      </span>
    </a>
  );
}

const TEXTS = {
  notCounted: msg(
    "{n} count is NOT in the stocktake.|{n} counts are NOT in the stocktake.",
    "{n} počet NENÍ v inventuře.|{n} počty NEJSOU v inventuře.|{n} počtů NENÍ v inventuře.",
  ),
  rejected: msg(
    "The server rejected it.|The server rejected them.",
    "Server ho odmítl.|Server je odmítl.|Server je odmítl.",
  ),
  late: msg(
    "The stocktake was finished before they arrived.",
    "Inventura byla dokončena dřív, než dorazily.",
  ),
  show: msg("Show them", "Zobrazit"),
};
