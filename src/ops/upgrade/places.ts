import { existsSync } from "node:fs";
import { join } from "node:path";
import { isInstalled, placesIn } from "../installation.ts";
import type { FolderReader } from "./folders.ts";

/** Where root and the service meet: all but the inbox belongs to root, and the service only reads it. */
export interface UpgradePlaces {
  /** The programs by versions. */
  readonly app: string;
  /** The state of the running request; empty after a start of the machine. */
  readonly run: string;
  /** The unit that watches for requests. */
  readonly unit: string;
  /** The public keys of releases. */
  readonly releaseKeys: string;
  /** The address that root has prepared for the promotion of a standby. */
  readonly preparedAddress: string;
  /** Whether this program runs from the folder of programs. */
  readonly isInstalled: boolean;
  /** Reads the folders of backup targets; absent: a process of its own. */
  readonly readFolder?: FolderReader;
}

const { app, run, units, releaseKeys, preparedAddress } = placesIn("");

/** The places of the service. */
export const SERVICE_PLACES: UpgradePlaces = {
  app,
  run,
  releaseKeys,
  preparedAddress,
  isInstalled,
  unit: join(units, "tallybox-upgrade.path"),
};

/** Why the console can't upgrade this server. */
export const UNAVAILABLE = ["notService", "noKeys"] as const;

/** Why this server can't be upgraded from the console; null: it can. */
export function unavailableReason(places: UpgradePlaces): (typeof UNAVAILABLE)[number] | null {
  if (!places.isInstalled || !existsSync(places.unit)) return "notService";
  return existsSync(places.releaseKeys) ? null : "noKeys";
}
