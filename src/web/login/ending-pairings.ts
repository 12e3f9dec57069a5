import { computed, signal } from "@preact/signals";
import { call } from "../api/call.ts";
import { device, requestAsTerminal, requestAsUser, session, setDevice } from "../api/tokens.ts";
import { readValue, writeValue } from "../db/values.ts";
import { ExpectedError } from "../errors/error-queue.ts";

/** A pairing that ends soon. */
interface EndingPairing {
  readonly name: string;
  /** ISO 8601. */
  readonly at: string;
  readonly isHere: boolean;
}

interface ListedDevice {
  readonly deviceTokenId: number;
  readonly deviceName: string;
  readonly expiresAt: string;
}

const SOON_MS = 14 * 24 * 3_600_000;

const otherDevices = signal<readonly ListedDevice[]>([]);
const hiddenOn = signal<string | null>(null);
const today = () => new Date().toDateString();

/**
 * Pairings that end within 14 days: this terminal's, and for an Admin all others. Empty when the notice was
 * hidden for today.
 */
export const endingPairings = computed<readonly EndingPairing[]>(() => {
  if (hiddenOn.value === today()) return [];
  const current = device.value;
  const ownPairing = current === null ? [] : [{ name: current.name, at: current.expiresAt, isHere: true }];
  const rest = otherDevices.value
    .filter(({ deviceTokenId }) => deviceTokenId !== current?.deviceTokenId)
    .map(({ deviceName, expiresAt }) => ({ name: deviceName, at: expiresAt, isHere: false }));
  return [...ownPairing, ...rest].filter(({ at }) => Date.parse(at) - Date.now() < SOON_MS);
});

/** Hides the notice for today. */
export async function postponeNotice(): Promise<void> {
  // Stored first, so that a reload does not show it again.
  await writeValue("endingSeenOn", today());
  hiddenOn.value = today();
}

/** Loads whether the notice is hidden. */
export async function startEndings(): Promise<void> {
  hiddenOn.value = (await readValue("endingSeenOn")) ?? null;
}

/** Loads the expiry of the pairings. Without a response they stay unchanged. */
export async function loadEndings(): Promise<void> {
  try {
    await refreshOwnPairing();
    const isAdmin = session.value?.roles.includes("Admin") ?? false;
    otherDevices.value = isAdmin
      ? await requestAsUser(call("GET /api/device-auth/tokens", { all: true }))
      : [];
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
  }
}

async function refreshOwnPairing(): Promise<void> {
  const before = device.value;
  if (before === null || before.isRevoked) return;
  const { deviceName, expiresAt } = await requestAsTerminal(call("GET /api/device-auth/device"));
  if (device.value !== before || before.expiresAt === expiresAt) return;
  await setDevice({ ...before, name: deviceName, expiresAt });
}
