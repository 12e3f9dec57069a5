import { useEffect, useRef, useState } from "preact/hooks";
import type { DeviceSummary } from "../../api/types/endpoints.d.ts";
import { eventData } from "../realtime/live.ts";

/** A device that is paired again is the same one with a new end. */
const pairingOf = ({ deviceTokenId, expiresAt }: DeviceSummary) => `${deviceTokenId} ${expiresAt}`;

/** The names of the devices that have been paired for a user since the screen came, the newest first, as the server tells of them. */
export function useNewlyPaired(userId: number, onPaired: () => void): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  const known = useRef<ReadonlySet<string> | null>(null);
  const devices = eventData.devices.value;
  useEffect(() => {
    if (devices === null) return;
    const before = known.current;
    known.current = new Set([...(before ?? []), ...devices.map(pairingOf)]);
    if (before === null) return;
    const fresh = devices.filter((one) => one.user.id === userId && !before.has(pairingOf(one)));
    if (fresh.length === 0) return;
    setNames((now) => [...fresh.map(({ deviceName }) => deviceName), ...now]);
    onPaired();
  }, [devices]);
  return names;
}
