import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { screenFollows } from "../router/router.ts";
import { nextOrder, type ScanHandler, subscribe } from "./scans.ts";

/**
 * The scans go to this screen while it is shown and no screen drawn after it asks for them. `isCover`: it covers all screens,
 * which stay beneath it as they are.
 */
export function useScans(handler: ScanHandler, isCover = false): void {
  const [order] = useState(() => nextOrder(isCover));
  const latest = useRef(handler);
  latest.current = handler;
  useLayoutEffect(() => {
    return subscribe(async (scan) => {
      await latest.current(scan);
      // A scan may lead to another screen, as a place's label does: the next one is for that.
      await screenFollows();
    }, order);
  }, [order]);
}
