import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type ItemView, viewsIn } from "../../../../domain/item-views.ts";
import { type Message, msg } from "../../../../domain/message.ts";
import type { InventoryDetail, InventoryItemTotals } from "../../../api/types/endpoints.d.ts";
import { number, t } from "../../../i18n/translate.ts";
import { addressOf, addressQuery } from "../../../router/address.ts";
import { Popover } from "../../layout/popover.tsx";
import { useProgress } from "../use-stocktake.ts";
import { nameOfView } from "./item-figures.ts";

interface LinksProps {
  readonly inventory: InventoryDetail;
  readonly totals: InventoryItemTotals;
  /** Null: not known yet. */
  readonly current: ItemView | null;
  readonly isByLocation: boolean;
}

interface Link {
  readonly to: string;
  readonly words: string;
  readonly isHere: boolean;
}

/** The views that have items, each with how many, and the unresolved counts, in one line; what does not fit is in a menu. */
export function TabLinks({ inventory, totals, current, isByLocation }: LinksProps) {
  const { oid, inventoryStateId } = inventory;
  const { body } = useProgress(oid);
  const { item: _, page: __, cursor: ___, by: ____, ...query } = Object.fromEntries(addressQuery());
  const own = `/stocktakes/${oid}`;
  const counted = (words: Message, n: number) => `${t(words)} (${number(n)})`;
  const views = viewsIn(inventoryStateId)
    .map((view) => ({ view, count: totals.views[view].items }))
    .filter(({ view, count }) => count > 0 || view === current)
    .map(({ view, count }) => ({
      to: addressOf(`${own}/results`, { ...query, tab: view, by: isByLocation ? "location" : null }),
      words: counted(nameOfView(view), count),
      isHere: view === current,
    }));
  const { unknown = 0, late = 0 } = body ?? {};
  const beside = [
    { to: `${own}/waiting?state=unknown`, words: counted(TEXTS.unknown, unknown), count: unknown },
    { to: `${own}/waiting?state=late`, words: counted(TEXTS.late, late), count: late },
  ].filter(({ count }) => count > 0);
  return <TabLine links={[...views, ...beside.map((link) => ({ ...link, isHere: false }))]} />;
}

/** Links in one line. Those that do not fit are in a menu at its end. */
function TabLine({ links }: { readonly links: readonly Link[] }) {
  const line = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(links.length);
  const key = links.map(({ words }) => words).join();
  useLayoutEffect(() => {
    const { current } = line;
    if (current === null) return undefined;
    const measure = () => {
      const tabs = Array.from(current.children) as HTMLElement[];
      const top = tabs[0]?.offsetTop ?? 0;
      const wrapped = tabs.findIndex(({ offsetTop }) => offsetTop > top);
      setFitting(wrapped === -1 ? tabs.length : wrapped);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, [key]);
  const rest = links.slice(fitting);
  const here = rest.find(({ isHere }) => isHere);
  return (
    <nav class="tab-line no-print" aria-label={t(TEXTS.parts)}>
      <div ref={line} class="tab-line-tabs">
        {links.map((link, at) => (
          // What has wrapped is cut off; it is in the menu.
          <TabLink key={link.to} link={link} isHidden={at >= fitting} />
        ))}
      </div>
      {rest.length > 0 && (
        <Popover class="tab-line-more" words={here?.words ?? t(TEXTS.more, { n: rest.length })}>
          {() => rest.map((link) => <TabLink key={link.to} link={link} />)}
        </Popover>
      )}
    </nav>
  );
}

function TabLink({
  link: { to, words, isHere },
  isHidden = false,
}: {
  readonly link: Link;
  readonly isHidden?: boolean;
}) {
  return (
    <a
      href={`#${to}`}
      aria-current={isHere ? "page" : undefined}
      style={isHidden ? { visibility: "hidden" } : undefined}
    >
      {words}
    </a>
  );
}

const TEXTS = {
  parts: msg("Views"),
  more: msg("More ({n})"),
  unknown: msg("Unknown codes"),
  late: msg("Late counts"),
};
