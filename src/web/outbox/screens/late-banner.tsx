import { useLayoutEffect, useRef } from "preact/hooks";
import { say } from "../../../words.ts";
import { Icon } from "../../app/icon.tsx";
import { ignoreTapsOnShifted } from "../../app/second-tap.ts";
import { plural, t } from "../../app/words.ts";
import { late } from "../unsent.ts";

/** Says across the screen that counts are not in the stocktake, because it was finished before they arrived. */
export function LateBanner() {
  const count = late.value;
  const isShown = count > 0;
  const wasShown = useRef(isShown);
  useLayoutEffect(() => {
    if (wasShown.current === isShown) return;
    wasShown.current = isShown;
    ignoreTapsOnShifted();
  }, [isShown]);
  if (count === 0) return null;
  return (
    <a class="late-banner" href="#/unsent">
      <Icon name="warning" size={36} />
      <span>
        <b>{plural(count, TEXTS.notCounted)}</b> {t(TEXTS.why)} <u>{t(TEXTS.show)}</u>
      </span>
    </a>
  );
}

const TEXTS = {
  notCounted: say(
    "{n} count is NOT in the stocktake.|{n} counts are NOT in the stocktake.",
    "{n} počet NENÍ v inventuře.|{n} počty NEJSOU v inventuře.|{n} počtů NENÍ v inventuře.",
  ),
  why: say("The stocktake was finished before they arrived.", "Inventura byla dokončena dřív, než dorazily."),
  show: say("Show them", "Zobrazit"),
};
