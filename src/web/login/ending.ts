import { computed, signal } from "@preact/signals";
import { askAsTerminal, askAsUser, device, session, setDevice } from "../api/tokens.ts";
import { readValue, writeValue } from "../db/values.ts";
import { isNoAnswer } from "./site.ts";

/** A pairing that ends soon. */
export interface Ending {
  readonly name: string;
  /** ISO 8601. */
  readonly at: string;
  readonly isHere: boolean;
}

interface Listed {
  readonly deviceTokenId: number;
  readonly deviceName: string;
  readonly expiresAt: string;
}

const SOON_MS = 14 * 24 * 3_600_000;

const others = signal<readonly Listed[]>([]);
const seenOn = signal<string | null>(null);
const today = () => new Date().toDateString();

/** Pairings that end within 14 days: this terminal's, and for an Admin all others; none once somebody put it off for today. */
export const ending = computed<readonly Ending[]>(() => {
  if (seenOn.value === today()) return [];
  const here = device.value;
  const own = here === null ? [] : [{ name: here.name, at: here.expiresAt, isHere: true }];
  const rest = others.value
    .filter(({ deviceTokenId }) => deviceTokenId !== here?.deviceTokenId)
    .map(({ deviceName, expiresAt }) => ({ name: deviceName, at: expiresAt, isHere: false }));
  return [...own, ...rest].filter(({ at }) => Date.parse(at) - Date.now() < SOON_MS);
});

/** Not again today. */
export async function postponeNotice(): Promise<void> {
  // Kept first: what is gone from the screen must not come back by a reload.
  await writeValue("endingSeenOn", today());
  seenOn.value = today();
}

/** Brings back whether the notice was put away for today. */
export async function startEndings(): Promise<void> {
  seenOn.value = (await readValue("endingSeenOn")) ?? null;
}

/** Learns from the server how long pairings hold. Without it all stays as it was. */
export async function loadEndings(): Promise<void> {
  try {
    await askOwn();
    const isAdmin = session.value?.roles.includes("Admin") ?? false;
    others.value = isAdmin ? await askAsUser("/api/device-auth/tokens?all=true") : [];
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
  }
}

async function askOwn(): Promise<void> {
  const before = device.value;
  if (before === null || before.isRevoked) return;
  const { deviceName, expiresAt } = await askAsTerminal<Listed>("/api/device-auth/device");
  if (device.value !== before || before.expiresAt === expiresAt) return;
  await setDevice({ ...before, name: deviceName, expiresAt });
}
