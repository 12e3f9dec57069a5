import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { State } from "../../../../domain/inventory-states.ts";
import { type Message, msg } from "../../../../domain/message.ts";
import type { InventoryDetail, InventoryItem } from "../../../api/types/endpoints.d.ts";
import { number, t } from "../../../i18n/translate.ts";
import { addressOf, addressQuery } from "../../../router/address.ts";
import { Popover } from "../../layout/popover.tsx";
import { useProgress } from "../use-progress.ts";
import { TABS, type Tab, type TabName } from "./item-views.ts";

interface LinksProps {
  readonly inventory: InventoryDetail;
  readonly items: readonly InventoryItem[];
  readonly current: TabName;
}

interface Link {
  readonly to: string;
  readonly words: string;
  readonly isHere: boolean;
}

const ALWAYS: readonly TabName[] = ["all", "toRecount", "moved"];

/** Whether a part can hold items in this state; the results are known from their processing on. */
export function isTabIn(state: number, name: TabName): boolean {
  if (name === "open") return state === State.Processing;
  if (name === "needsDecision") return state !== State.Closed;
  return state === State.Processing || state === State.Closed || ALWAYS.indexOf(name) !== -1;
}

/** The parts of the items that hold any, each with how many, in one line; what has no room there is in a menu. */
export function TabLinks({ inventory: { oid, inventoryStateId }, items, current }: LinksProps) {
  const { body } = useProgress(oid);
  const { item: _, page: __, ...query } = Object.fromEntries(addressQuery());
  const own = `/stocktakes/${oid}`;
  const counted = (words: Message, n: number) => `${t(words)} (${number(n)})`;
  const parts = TABS.filter(({ name }) => isTabIn(inventoryStateId, name))
    .map((tab: Tab) => ({ ...tab, count: items.filter(tab.holds).length }))
    .filter(({ name, count }) => count > 0 || name === current)
    .map(({ name, words, count }) => ({
      to: addressOf(`${own}/results`, { ...query, tab: name }),
      words: counted(words, count),
      isHere: name === current,
    }));
  const { unknown = 0, late = 0 } = body ?? {};
  const beside = [
    { to: `${own}/waiting?state=unknown`, words: counted(TEXTS.unknown, unknown), count: unknown },
    { to: `${own}/waiting?state=late`, words: counted(TEXTS.late, late), count: late },
  ].filter(({ count }) => count > 0);
  return <TabLine links={[...parts, ...beside.map((link) => ({ ...link, isHere: false }))]} />;
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
  parts: msg("Parts of the results"),
  more: msg("More ({n})"),
  unknown: msg("Unknown codes"),
  late: msg("Late counts"),
};
