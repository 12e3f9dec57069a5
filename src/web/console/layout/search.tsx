import { useEffect, useRef } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { addressOf } from "../../router/address.ts";
import { go, path } from "../../router/router.ts";

/** Finds articles from everywhere: `/` leads here, and a scanner may type into it. */
export function Search() {
  const field = useRef<HTMLInputElement>(null);
  const place = path.value.split("?")[0];
  useEffect(() => {
    // What was looked for there is not what another screen shows.
    if (place !== "/articles" && field.current !== null) field.current.value = "";
  }, [place]);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? "";
    // Whoever scans a label wants the article itself, where it is sure which.
    go(addressOf("/articles", { q: text, straight: text === "" ? null : 1 }));
  };
  return (
    <search>
      <form class="console-search" onSubmit={onSubmit}>
        <input
          ref={field}
          id="console-search"
          type="search"
          aria-label={t(TEXTS.search)}
          placeholder={t(TEXTS.search)}
          aria-keyshortcuts="/"
          autocomplete="off"
        />
      </form>
    </search>
  );
}

const TEXTS = { search: msg("Find an article", "Najít artikl") };
