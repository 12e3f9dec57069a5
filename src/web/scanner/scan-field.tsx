import { useLayoutEffect, useRef } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { keepFocus } from "./focus.ts";
import { listen } from "./listen.ts";
import { pageWedge } from "./source.ts";
import "./scanner.css";

/** The one field of the page into which a scanner types: it can't be seen, brings up no keyboard, and has the focus. */
export function ScanField() {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const own = field.current;
    if (own === null) return undefined;
    const ends = [listen(pageWedge(), own), keepFocus(own)];
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
