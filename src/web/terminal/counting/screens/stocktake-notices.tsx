import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { session } from "../../../api/tokens.ts";
import { useStored } from "../../../db/use-stored.ts";
import { number, t, when } from "../../../i18n/translate.ts";
import { late, rejected } from "../../../offline/outbox/unsent.ts";
import { inventories, isStored } from "../../../offline/sync/inventories.ts";
import { loading } from "../../../offline/sync/loading.ts";
import { locationName } from "../../../offline/sync/locations.ts";
import { announce } from "../../../ui/announce.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { ignoreTapsOnShifted } from "../../../ui/double-tap.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useDelayed } from "../../../ui/use-delayed.ts";
import { lastCounted } from "../local-operations.ts";
import { includesLocation, isRunning } from "./choose-location.tsx";

/** A message about the last scan or action; null: none. */
interface NoticeState {
  readonly text: string | null;
  readonly show: (text: string | null) => void;
}

/** State for a message, which is also announced to screen readers. */
export function useNotice(): NoticeState {
  const [text, setText] = useState<string | null>(null);
  const show = (next: string | null) => {
    setText(next);
    if (next !== null) announce(next, true);
  };
  return { text, show };
}

/** Shows the message. */
export function Notice({ notice }: { readonly notice: NoticeState }) {
  return notice.text === null ? null : <Banner tone="danger">{notice.text}</Banner>;
}

/** The progress of a load, over the page: it must not shift what a finger is about to tap. Hidden for short loads. */
export function LoadingBar() {
  const now = loading.value;
  const isLong = useDelayed(now !== null);
  if (now === null || !isLong) return null;
  const { what, done, total } = now;
  return (
    <div class="loading-bar">
      <Banner>
        <span role="status">{t(TEXTS[what])}</span> {done > 0 && number(done)}
        {total !== null && ` / ${number(total)}`}
        <progress value={total === null ? undefined : done} max={total ?? 1} aria-label={t(TEXTS[what])} />
      </Banner>
    </div>
  );
}

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
      <LateCounts count={late.value} why={t(msg("The stocktake was finished before they arrived."))} />
      <LateCounts
        count={rejected.value}
        why={t(msg("The server rejected {n, plural, one {it.} other {them.}}"), { n: rejected.value })}
      />
    </>
  );
}

function LateCounts({ count, why }: { readonly count: number; readonly why: string }) {
  if (count === 0) return null;
  return (
    <a class="late-banner" href="#/unsent">
      <Icon name="warning" size={36} />
      <span>
        <b>
          {t(msg("{n, plural, one {# count is} other {# counts are}} NOT in the stocktake."), { n: count })}
        </b>{" "}
        {why} <u>{t(msg("Show them"))}</u>
      </span>
    </a>
  );
}

/** A link to the last location of the user; `inventoryId` null: in any stocktake. */
export function ContinueLink({ inventoryId }: { readonly inventoryId: number | null }) {
  const userId = session.value?.user.id ?? 0;
  const last = useStored(() => lastCounted(userId, inventoryId), ["outbox"], [userId, inventoryId]);
  const inventory = inventories.value.find(({ oid }) => oid === last?.inventoryId);
  if (last === null || last.placeId === null || inventory === undefined) return null;
  const name = locationName(last.placeId);
  const canCount =
    isRunning(inventory) && isStored(inventory.oid) && includesLocation(inventory, last.placeId);
  if (name === "" || !canCount) return null;
  return (
    <ButtonLink
      kind="primary"
      class="continue-link"
      icon="location"
      href={`#/count/${inventory.oid}/${last.placeId}`}
    >
      <span>
        {t(msg("Continue at {location}"), { location: name })}
        <small>
          {t(msg("{stocktake} · last count {at}"), {
            stocktake: inventory.name,
            at: when(last.operation.at),
          })}
        </small>
      </span>
    </ButtonLink>
  );
}

const TEXTS = {
  articles: msg("Loading articles"),
  items: msg("Loading items"),
  locations: msg("Loading locations"),
};
