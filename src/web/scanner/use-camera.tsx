import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import type { Camera } from "./camera.tsx";

/** The camera as a scanner, for phones: a button that opens and closes it, and its view. */
export function useCamera(): { readonly button: ComponentChildren; readonly view: ComponentChildren } {
  const [isOpen, setOpen] = useState(false);
  return {
    button: (
      <Button
        isWide
        icon={isOpen ? "cross" : "camera"}
        aria-pressed={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? msg("Close the camera") : msg("Scan with the camera"))}
      </Button>
    ),
    view: isOpen && <LazyCamera />,
  };
}

/** The camera scanner, loaded on demand. */
export function LazyCamera() {
  const [camera, setCamera] = useState<{ readonly show: typeof Camera } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    import("./camera.tsx").then(
      (module) => setCamera({ show: module.Camera }),
      () => setFailed(true),
    );
  }, []);
  if (hasFailed)
    return (
      <Banner tone="warning">
        {t(msg("The camera scanner could not be loaded: the server is not responding."))}
      </Banner>
    );
  if (camera === null) return null;
  const Show = camera.show;
  return <Show isOpenAtFirst />;
}
