import { msg } from "../../../domain/message.ts";
import type { DeviceSummary } from "../../api/types/endpoints.d.ts";

/** A pairing that ends within this time is marked. */
const SOON_MS = 14 * 24 * 3_600_000;

/** Whether a pairing ends within 14 days, or has ended. */
export function endsSoon({ expiresAt }: Pick<DeviceSummary, "expiresAt">, now = Date.now()): boolean {
  return Date.parse(expiresAt) - now < SOON_MS;
}

/** Sorts the pairings that expire soon first, then by name. */
export function byUrgency(devices: readonly DeviceSummary[]): readonly DeviceSummary[] {
  return [...devices].sort((a, b) => {
    const [soonA, soonB] = [endsSoon(a), endsSoon(b)];
    if (soonA !== soonB) return soonA ? -1 : 1;
    return soonA ? a.expiresAt.localeCompare(b.expiresAt) : a.deviceName.localeCompare(b.deviceName);
  });
}

/** The devices that end with a device: those that were paired by it, and those that were paired by them. */
export function endingWith(
  deviceTokenId: number,
  devices: readonly DeviceSummary[],
): readonly DeviceSummary[] {
  const ids = new Set([deviceTokenId]);
  // A device may have been paired again by a newer one, so one pass is not enough.
  for (let size = 0; size < ids.size; ) {
    size = ids.size;
    for (const one of devices)
      if (one.pairedBy !== null && ids.has(one.pairedBy.id)) ids.add(one.deviceTokenId);
  }
  return devices.filter(
    (one) => one.deviceTokenId !== deviceTokenId && ids.has(one.deviceTokenId) && isPaired(one),
  );
}

/** The devices that stop with a user's account: the user's personal ones, and those that end with them. */
export function stoppingWith(userId: number, devices: readonly DeviceSummary[]): readonly DeviceSummary[] {
  const own = personalOf(userId, devices).filter(isPaired);
  const all = new Set(own.flatMap((one) => [one, ...endingWith(one.deviceTokenId, devices)]));
  return [...all];
}

/** The personal devices of a user. A shared terminal belongs to nobody: its user has paired it. */
export const personalOf = (userId: number, devices: readonly DeviceSummary[]) =>
  devices.filter(({ user, kind }) => user.id === userId && kind === "personal");

const isPaired = ({ expiresAt }: DeviceSummary) => Date.parse(expiresAt) > Date.now();

/** The names of the kinds of devices. */
export const KIND_TEXTS = {
  terminal: msg("Shared terminal"),
  personal: msg("Personal device"),
};
