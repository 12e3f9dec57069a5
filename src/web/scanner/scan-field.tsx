import { useLayoutEffect, useRef } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { keepFocus } from "./keep-focus.ts";
import { listen } from "./key-events.ts";
import { pageWedge } from "./source.ts";
import "./scanner.css";

/** The hidden field into which a scanner types. It shows no on-screen keyboard and keeps the focus. */
export function ScanField() {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return undefined;
    const ends = [listen(pageWedge(), element), keepFocus(element)];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return (
    <section aria-label={t(NAME)}>
      <input
        ref={field}
        class="scan-field"
        aria-label={t(NAME)}
        inputMode="none"
        autocomplete="off"
        autocapitalize="off"
        autocorrect="off"
        spellcheck={false}
        tabIndex={-1}
      />
    </section>
  );
}

const NAME = msg("Scanner");
