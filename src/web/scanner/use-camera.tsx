import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { Icon } from "../ui/icon.tsx";
import { LazyCamera } from "./lazy-camera.tsx";

/** The camera as a scanner, for a phone that has no other: what opens and closes it, and its picture. */
export function useCamera(): { readonly deed: ComponentChildren; readonly view: ComponentChildren } {
  const [isOpen, setOpen] = useState(false);
  return {
    deed: (
      <button type="button" class="second wide" aria-pressed={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? "cross" : "camera"} />
        {t(isOpen ? TEXTS.close : TEXTS.open)}
      </button>
    ),
    view: isOpen && <LazyCamera />,
  };
}

const TEXTS = {
  open: msg("Scan with the camera"),
  close: msg("Close the camera"),
};
