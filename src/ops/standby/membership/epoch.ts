import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { z } from "zod";

/**
 * Says that a machine is the primary of a pair from this epoch on. Each promotion raises the epoch, so of two machines that call
 * themselves primary the one with the lower epoch is not. Signed with the key of the pair, which both machines have.
 */
export const EpochStatement = z.object({
  pair: z.string().max(100),
  epoch: z.int().min(1),
  /** Fingerprint of the machine's peer certificate. */
  machine: z.string().max(100),
  at: z.iso.datetime(),
  signature: z.string().max(200),
});
/** The same as a type. */
export type EpochStatement = z.output<typeof EpochStatement>;

/** Signs a statement. */
export function signEpoch(
  key: KeyObject,
  { pair, epoch, machine, at }: Omit<EpochStatement, "signature">,
): EpochStatement {
  const signature = sign(null, signedBytes({ pair, epoch, machine, at }), key).toString("base64url");
  return { pair, epoch, machine, at, signature };
}

/** Whether the statement is one of this pair. */
export function isEpochOf(key: KeyObject, pair: string, statement: EpochStatement): boolean {
  const signature = Buffer.from(statement.signature, "base64url");
  return statement.pair === pair && verify(null, signedBytes(statement), createPublicKey(key), signature);
}

function signedBytes({ pair, epoch, machine, at }: Omit<EpochStatement, "signature">): Buffer {
  return Buffer.from(`tallybox epoch 1\n${pair}\n${epoch}\n${machine}\n${at}\n`);
}
