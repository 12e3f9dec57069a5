import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import { machineAddresses } from "../../../platform/networks.ts";
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
  }

  get membership(): Membership | null {
    return this.#membership;
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
    saveMembership(this.folder, membership);
    this.#membership = membership;
  }

  /** Saves that of a new pair. A promoted primary keeps the address that it has added. */
  replace(membership: Membership): void {
    this.save({ ...membership, usesPreparedAddress: this.#membership?.usesPreparedAddress ?? false });
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
}

/** The addresses by which the other machine may reach this one. `host`: the address that the server listens on. */
export function ownAddresses(host: string): string[] {
  if (host !== "0.0.0.0" && host !== "::") return [host];
  return machineAddresses()
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .map(({ address }) => address);
}
