import { createPrivateKey, type KeyObject } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "../../../platform/parse-json.ts";
import { readSmallFile } from "../../../platform/read-file.ts";
import { StartupError } from "../../../platform/startup-error.ts";
import { syncFolder, writeSmallFile } from "../../../storage/files/durable-files.ts";
import { STANDBY_FILE } from "../../../storage/files/file-names.ts";
import { parsePrivateKey } from "../../tls/ca-files.ts";
import { EpochStatement, isEpochOf, signEpoch } from "./epoch.ts";
import { Split } from "./split.ts";

/** The other machine of the pair. */
export const PeerMachine = z.object({
  /** SHA-256 fingerprint of its peer certificate: only this one is accepted. */
  fingerprint: z.string(),
  /** Its addresses, as it has last named them. */
  addresses: z.array(z.string().max(100)).max(50),
  port: z.int(),
});
/** The same as a type. */
export type PeerMachine = z.output<typeof PeerMachine>;

/** Where a machine of the pair listens for the other one. */
export const PeerAddress = PeerMachine.pick({ addresses: true, port: true });
/** The same as a type. */
export type PeerAddress = z.output<typeof PeerAddress>;

/** The primary that a promoted machine has replaced. It is kept when another standby joins: it may return at any time. */
const FormerPrimary = z.object({
  machine: PeerMachine,
  /** Of the promotion. */
  epoch: EpochStatement,
  /** Where its data part from those of the promoted machine. Null: not known before the first start after the promotion. */
  split: Split.nullable(),
  /** True once it has saved both. */
  isInformed: z.boolean(),
});
/** The same as a type. */
export type FormerPrimary = z.output<typeof FormerPrimary>;

/** The parts that both machines of a pair have. */
export const PairFields = z.object({
  /** Identifies the pair. */
  pair: z.string(),
  /** Private key (PEM, Ed25519) that signs epochs. */
  pairKey: z.string(),
  /** The newest known epoch. */
  epoch: EpochStatement,
  /** Promotes the standby, where scripts/promote is out of reach. */
  promotionCode: z.string(),
});

const Membership = PairFields.extend({
  /**
   * `primary`; `standby`: copies the primary; `promoting`: promoted, but not opened yet; `superseded`: a former primary whose
   * standby was promoted, for ever.
   */
  role: z.enum(["primary", "standby", "promoting", "superseded"]),
  /** The peer certificate of this machine and its key, PEM. */
  certificate: z.string(),
  key: z.string(),
  /** The other machine; the former primary while a promoted machine has no other standby. */
  peer: PeerMachine,
  /** On a promoted machine. Null: there was no promotion. */
  former: FormerPrimary.nullable().default(null),
  /** True after a promotion, until the server has begun a new history of the data. */
  isHistoryDue: z.boolean(),
  /** True after a promotion that has added no other address: this machine adds the one that root has prepared, at each start. */
  usesPreparedAddress: z.boolean().default(false),
  /** On a former primary: where its data part from those of the new one. Null: not known. */
  split: Split.nullable().default(null),
  /** False: a standby whose folder still holds the empty database of its first start. */
  isPrepared: z.boolean(),
});
/** The place of this machine in a pair. It is a secret: it holds the keys. */
export type Membership = z.output<typeof Membership>;

/**
 * Reads the membership; null: this server has no standby and is none. A copy of the folder, which an upgrade makes too, stays in
 * the pair: it asks as the original does. Throws StartupError when the file is damaged.
 */
export function readMembership(folder: string): Membership | null {
  const path = join(folder, STANDBY_FILE);
  const text = readSmallFile(path);
  if (text === null) return null;
  const parsed = Membership.safeParse(parseJson(text));
  if (!parsed.success || parsePrivateKey(parsed.data.pairKey) === null) throw damaged(path);
  const membership = parsed.data;
  if (!isEpochOf(pairKeyOf(membership), membership.pair, membership.epoch)) throw damaged(path);
  return membership;
}

/** Saves the membership, flushed. */
export function saveMembership(folder: string, membership: Membership): void {
  writeSmallFile(
    join(folder, STANDBY_FILE),
    (mark) => `${JSON.stringify({ ...membership, mark }, null, 1)}\n`,
  );
}

/** Ends the membership. */
export function removeMembership(folder: string): void {
  rmSync(join(folder, STANDBY_FILE), { force: true });
  syncFolder(folder);
}

/** The key that signs epochs. */
export function pairKeyOf({ pairKey }: Pick<Membership, "pairKey">): KeyObject {
  return createPrivateKey(pairKey);
}

/** The membership after this machine's promotion: its epoch is the next one. */
export function promoted(
  membership: Membership,
  machine: string,
  { at, usesPreparedAddress }: { readonly at: string; readonly usesPreparedAddress: boolean },
): Membership {
  const { pair, epoch } = membership;
  const next = signEpoch(pairKeyOf(membership), { pair, epoch: epoch.epoch + 1, machine, at });
  return {
    ...membership,
    role: "promoting",
    epoch: next,
    former: { machine: membership.peer, epoch: next, split: null, isInformed: false },
    isHistoryDue: true,
    usesPreparedAddress,
  };
}

/** Whether this is a promoted machine that no standby has joined since. */
export function hasNoStandby({ role, peer, former }: Membership): boolean {
  return role === "primary" && former?.machine.fingerprint === peer.fingerprint;
}

/** The membership after the standby was removed: a former primary that is not informed may still return. Null: there is no pair any more. */
export function withoutStandby(membership: Membership): Membership | null {
  const { former } = membership;
  if (former === null || former.isInformed) return null;
  return { ...membership, peer: former.machine };
}

/** Whether the statement is of this pair and newer than what this machine knows. */
export function isNewerEpoch(membership: Membership, statement: EpochStatement): boolean {
  return (
    statement.epoch > membership.epoch.epoch && isEpochOf(pairKeyOf(membership), membership.pair, statement)
  );
}

/** Without it a former primary would be writable again, so it stops the start. */
function damaged(path: string): StartupError {
  return new StartupError(
    `${path}: is damaged, so it is not known whether the standby was promoted; look at the standby first, then remove the file to go on without one`,
    "damaged",
  );
}
