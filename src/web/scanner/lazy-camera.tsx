import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";

type Camera = FunctionComponent<{ readonly isOpenAtFirst?: boolean }>;

/** The camera scanner, loaded on demand. */
export function LazyCamera() {
  const [camera, setCamera] = useState<{ readonly show: Camera } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    import("./camera.tsx").then(
      (module) => setCamera({ show: module.Camera }),
      () => setFailed(true),
    );
  }, []);
  if (hasFailed) return <p class="note is-warning">{t(FAILED)}</p>;
  if (camera === null) return null;
  const Show = camera.show;
  return <Show isOpenAtFirst />;
}

const FAILED = msg("The camera scanner could not be loaded: the server is not responding.");
