import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { connection } from "../../../api/connection.ts";
import { t } from "../../../i18n/translate.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Skeleton } from "../../../ui/surfaces.tsx";
import type { DesignerProps } from "./designer/designer.tsx";

/** The designer, which is loaded when a drawn label is opened. */
export function LazyDesigner(props: DesignerProps) {
  const [Loaded, setLoaded] = useState<ComponentType<DesignerProps> | null>(null);
  const [isMissing, setMissing] = useState(false);
  const isThere = connection.value === "there";
  useEffect(() => {
    let isHere = true;
    import("./designer/designer.tsx").then(
      ({ Designer }) => isHere && setLoaded(() => Designer),
      () => isHere && setMissing(true),
    );
    return () => {
      isHere = false;
    };
  }, [isThere]);
  if (Loaded !== null) return <Loaded {...props} />;
  if (isMissing)
    return (
      <Banner tone="danger">
        {t(
          msg(
            "This could not be loaded: the server is not responding, or it has a new version. Reload the page.",
          ),
        )}
      </Banner>
    );
  return <Skeleton lines={6} label={t(msg("Loading…"))} />;
}
