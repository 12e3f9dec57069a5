import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { path } from "../router/router.ts";
import { Icon } from "./icon.tsx";

interface PageProps {
  readonly title: string;
  /** Shows the way back to the screen before. */
  readonly back?: boolean;
  /** Beside the title. */
  readonly beside?: ComponentChildren;
  /** The main deeds of the screen: they stay at the bottom, under the thumb. */
  readonly deeds?: ComponentChildren;
  /** Beside the class of every page. */
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** One screen: its title (read out when it comes), its content, and its deeds at the bottom. */
export function Page({ title, back = false, beside, deeds, class: own = "", children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · tallybox`;
  }, [title]);
  return (
    <main class={`page ${deeds ? "has-deeds" : ""} ${own}`} key={path.value}>
      <div class="page-title">
        {back && (
          <button type="button" class="plain" aria-label={t(BACK)} onClick={() => history.back()}>
            <Icon name="back" />
          </button>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {beside}
      </div>
      {children}
      {deeds && <div class="deeds">{deeds}</div>}
    </main>
  );
}

const BACK = msg("Back");
