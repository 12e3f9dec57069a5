import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import { machineAddresses } from "../../../platform/networks.ts";
import { writeSmallFile } from "../../../storage/files/durable-files.ts";
import { ADDRESS_FILE } from "../../../storage/files/file-names.ts";
import {
  type FormerPrimary,
  type Membership,
  type PeerAddress,
  readMembership,
  removeMembership,
  saveMembership,
} from "./membership.ts";
import { fingerprintOf } from "./pairing.ts";

/**
 * What a server is in its pair. `alone`: it has no standby; `asking`: a primary without a response of its standby since its
 * start; `superseded`: a former primary.
 */
export type PairMode = "alone" | "primary" | "asking" | "superseded" | "standby";

/** What the parts of a pair share. */
export interface PairDependencies {
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Must end the process: the content of the disk is unknown. */
  syncFailed(error: Error): void;
}

/** The membership of this machine, on the disk and in memory. */
export class PairState {
  readonly folder: string;
  #membership: Membership | null;

  constructor(folder: string) {
    this.folder = folder;
    this.#membership = readMembership(folder);
    this.#noteAddress(this.#membership);
  }

  get membership(): Membership | null {
    return this.#membership;
  }

  /** Whether this machine adds the address that root has prepared: it was promoted, also where its pair has ended since. */
  get usesPreparedAddress(): boolean {
    return this.#membership?.usesPreparedAddress ?? existsSync(join(this.folder, ADDRESS_FILE));
  }

  /** Fingerprint of this machine's peer certificate. */
  get fingerprint(): string {
    return fingerprintOf(this.getMembership().certificate);
  }

  /** The membership. Throws where there is none. */
  getMembership(): Membership {
    if (this.#membership === null) throw new Error("this server belongs to no pair");
    return this.#membership;
  }

  /** Saves it, flushed. */
  save(membership: Membership): void {
    // First: where the disk is full, nothing has changed.
    this.#noteAddress(membership);
    saveMembership(this.folder, membership);
    this.#membership = membership;
  }

  /** Saves that of a new pair. A promoted primary keeps the address that it has added. */
  replace(membership: Membership): void {
    this.save({ ...membership, usesPreparedAddress: this.usesPreparedAddress });
  }

  /** Saves where the peer listens, if that has changed. */
  savePeer(peer: PeerAddress): void {
    const membership = this.getMembership();
    const next = { ...membership.peer, ...peer };
    if (JSON.stringify(next) !== JSON.stringify(membership.peer)) this.save({ ...membership, peer: next });
  }

  /** Saves what has changed of the former primary. Does nothing where there is none. */
  saveFormer(change: Partial<FormerPrimary>): void {
    const membership = this.getMembership();
    if (membership.former !== null) this.save({ ...membership, former: { ...membership.former, ...change } });
  }

  /** Ends the membership. */
  remove(): void {
    removeMembership(this.folder);
    this.#membership = null;
  }

  /** Another machine has the address of a superseded one, also after a restore of that one. */
  #noteAddress(membership: Membership | null): void {
    const file = join(this.folder, ADDRESS_FILE);
    if (membership?.role === "superseded") rmSync(file, { force: true });
    else if (membership?.usesPreparedAddress === true && !existsSync(file)) writeSmallFile(file, "");
  }
}

/** The addresses by which the other machine may reach this one. `host`: the address that the server listens on. */
export function ownAddresses(host: string): string[] {
  if (host !== "0.0.0.0" && host !== "::") return [host];
  return machineAddresses()
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .map(({ address }) => address);
}
