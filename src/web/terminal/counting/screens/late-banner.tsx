import { useLayoutEffect, useRef } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { late, rejected } from "../../../offline/outbox/unsent.ts";
import { ignoreTapsOnShifted } from "../../../ui/double-tap.ts";
import { Icon } from "../../../ui/icon.tsx";

/**
 * Banner that counts are not in the stocktake: it was finished before they arrived, or the server rejected
 * them.
 */
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
      <Banner count={rejected.value} why={t(TEXTS.rejected, { n: rejected.value })} />
    </>
  );
}

function Banner({ count, why }: { readonly count: number; readonly why: string }) {
  if (count === 0) return null;
  return (
    <a class="late-banner" href="#/unsent">
      <Icon name="warning" size={36} />
      <span>
        <b>{t(TEXTS.notCounted, { n: count })}</b> {why} <u>{t(TEXTS.show)}</u>
      </span>
    </a>
  );
}

const TEXTS = {
  notCounted: msg("{n, plural, one {# count is} other {# counts are}} NOT in the stocktake."),
  rejected: msg("The server rejected {n, plural, one {it.} other {them.}}"),
  late: msg("The stocktake was finished before they arrived."),
  show: msg("Show them"),
};
