import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";

type Camera = FunctionComponent<{ readonly isOpenAtFirst?: boolean }>;

/** The camera, whose code is loaded when it is wanted. */
export function LazyCamera() {
  const [camera, setCamera] = useState<{ readonly show: Camera } | null>(null);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    import("./camera.tsx").then(
      (module) => setCamera({ show: module.Camera }),
      () => setLost(true),
    );
  }, []);
  if (isLost) return <p class="note is-warning">{t(LOST)}</p>;
  if (camera === null) return null;
  const Show = camera.show;
  return <Show isOpenAtFirst />;
}

const LOST = msg("The camera scanner could not be loaded: the server is not responding.");
