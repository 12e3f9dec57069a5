import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { path } from "../router/router.ts";
import { Menu } from "./menu.tsx";
import styles from "./tabs.module.css";

interface Tab {
  readonly to: string;
  readonly label: ComponentChildren;
  /** Whether its page is shown, if the path alone does not determine it. */
  readonly isCurrent?: boolean;
}

interface TabsProps {
  /** The accessible name. */
  readonly label: string;
  readonly tabs: readonly Tab[];
}

/**
 * Links between the parts of a record or section, in one line, with the current one marked. Those that do not fit are
 * in a menu at the end.
 */
export function Tabs({ label, tabs }: TabsProps) {
  const line = useRef<HTMLDivElement>(null);
  const fitting = useFitting(line, tabs.length);
  const rest = tabs.slice(fitting);
  const current = rest.find(isCurrent);
  return (
    <nav class={`${styles["tabs"]} no-print`} aria-label={label}>
      <div ref={line} class={styles["line"]}>
        {tabs.map((tab, at) => (
          // Wrapped links are hidden; they are in the menu.
          <TabLink key={tab.to} tab={tab} isHidden={at >= fitting} />
        ))}
      </div>
      {rest.length > 0 && (
        <Menu label={current?.label ?? t(msg("More ({n})"), { n: rest.length })}>
          {() => rest.map((tab) => <TabLink key={tab.to} tab={tab} />)}
        </Menu>
      )}
    </nav>
  );
}

/** The number of children in the first row. */
function useFitting(line: { readonly current: HTMLElement | null }, count: number): number {
  const [fitting, setFitting] = useState(count);
  useLayoutEffect(() => {
    const { current } = line;
    if (current === null) return undefined;
    const children = Array.from(current.children) as HTMLElement[];
    const measure = () => {
      const top = children[0]?.offsetTop ?? 0;
      const wrapped = children.findIndex(({ offsetTop }) => offsetTop > top);
      const gaps = (children.length - 1) * Number.parseFloat(getComputedStyle(current).columnGap);
      const needed = children.reduce((sum, { offsetWidth }) => sum + offsetWidth, gaps);
      // Without the menu the line is wider.
      const fitsAll = needed <= (current.parentElement?.clientWidth ?? 0);
      setFitting(wrapped === -1 || fitsAll ? children.length : wrapped);
    };
    const observer = new ResizeObserver(measure);
    for (const element of [current, ...children]) observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [count]);
  return fitting;
}

const isCurrent = ({ to, isCurrent = to === path.value.split("?")[0] }: Tab) => isCurrent;

function TabLink({ tab, isHidden = false }: { readonly tab: Tab; readonly isHidden?: boolean }) {
  return (
    <a
      href={`#${tab.to}`}
      aria-current={isCurrent(tab) ? "page" : undefined}
      style={isHidden ? { visibility: "hidden" } : undefined}
    >
      {tab.label}
    </a>
  );
}
