import { signal } from "@preact/signals";
import { type ComponentType, h } from "preact";
import { useEffect } from "preact/hooks";
import { connection } from "../api/connection.ts";
import { loadTextsTo } from "../i18n/translate.ts";

/**
 * A component that the page loads, with its texts, when it is first shown. Nothing is shown until then; without a network it is tried
 * again when the server responds.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const loaded = signal<ComponentType<P> | null>(null);
  return (props) => {
    const isThere = connection.value === "there";
    useEffect(() => {
      if (loaded.peek() !== null) return;
      Promise.all([load(), loadTextsTo("later")]).then(
        ([part]) => {
          loaded.value = part;
        },
        () => {},
      );
    }, [isThere]);
    return loaded.value && h(loaded.value, props);
  };
}
