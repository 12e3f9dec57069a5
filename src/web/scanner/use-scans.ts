import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { screenFollows } from "../router/router.ts";
import { nextOrder, type ScanHandler, subscribe } from "./scans.ts";

/**
 * Passes scans to this screen while it is mounted and no later screen subscribes. `isCover`: an overlay above
 * all screens.
 */
export function useScans(handler: ScanHandler, isCover = false): void {
  const [order] = useState(() => nextOrder(isCover));
  const latest = useRef(handler);
  latest.current = handler;
  useLayoutEffect(() => {
    return subscribe(async (scan) => {
      await latest.current(scan);
      // A scan may navigate, for example a location label. The next scan is for the new screen.
      await screenFollows();
    }, order);
  }, [order]);
}
