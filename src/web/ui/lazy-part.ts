import { signal } from "@preact/signals";
import { type ComponentType, h } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { connection } from "../api/connection.ts";
import { loadTextsTo, t } from "../i18n/translate.ts";
import { showError } from "./toast.tsx";

/**
 * A component that the page loads, with its texts, when it is first shown. Nothing is shown until then. A message says where it can't be
 * loaded; `onFailure` ends what was asked for, so that it does not begin by itself later. What stays is tried again when the server responds.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  onFailure?: (props: P) => void,
): ComponentType<P> {
  const loaded = signal<ComponentType<P> | null>(null);
  return (props) => {
    const isThere = connection.value === "there";
    // What is asked for may be another wish by the time of a failure.
    const latest = useRef(props);
    latest.current = props;
    useEffect(() => {
      if (loaded.peek() !== null) return;
      Promise.all([load(), loadTextsTo("later")]).then(
        ([part]) => {
          loaded.value = part;
        },
        () => {
          showError(
            t(
              msg(
                "This could not be loaded: the server is not responding, or it has a new version. Reload the page.",
              ),
            ),
          );
          onFailure?.(latest.current);
        },
      );
    }, [isThere]);
    return loaded.value && h(loaded.value, props);
  };
}
