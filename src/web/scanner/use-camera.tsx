import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { Icon } from "../ui/icon.tsx";
import { LazyCamera } from "./lazy-camera.tsx";

/** The camera as a scanner, for phones: a button that opens and closes it, and its view. */
export function useCamera(): { readonly button: ComponentChildren; readonly view: ComponentChildren } {
  const [isOpen, setOpen] = useState(false);
  return {
    button: (
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
