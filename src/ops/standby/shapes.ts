import { z } from "zod";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { VERSION } from "../../platform/version.ts";
import { hasNoStandby } from "./membership/membership.ts";
import type { Pair } from "./pair.ts";

/** The state of a server's pair, the same on both machines. */
export const StandbyState = namedObject("StandbyState", {
  mode: z
    .enum(["alone", "primary", "asking", "superseded", "standby"])
    .describe(
      "`alone`: no standby; `asking`: a primary that accepts no changes until its standby has answered; `superseded`: a former primary, which never accepts changes again; `standby`: it copies the primary",
    ),
  epoch: z.int().nullable().describe("rises with each promotion; null: `alone`"),
  peer: z
    .object({ addresses: z.array(z.string()), port: z.int(), isConnected: z.boolean() })
    .nullable()
    .describe("the other machine"),
  lagMs: z
    .int()
    .nullable()
    .describe(
      "milliseconds since the standby had everything, on a primary at most since its start; null: not known",
    ),
  lagBytes: z.int().nullable().describe("bytes of the log that the standby does not have; null: not known"),
  hasPhotos: z.boolean().nullable().describe("the standby has the files of all photos"),
  upToDT: z.iso.datetime().nullable().describe("on a standby: it has everything up to this time"),
  isWhole: z.boolean().nullable().describe("on a standby: there is a whole copy, which can be promoted"),
  isPromoting: z.boolean().describe("on a standby: it is becoming the primary"),
  version: z.string().describe("of the program of this machine"),
  primaryVersion: z
    .string()
    .nullable()
    .describe("on a standby: of the primary's program; upgrade the standby first, then the primary"),
  error: z.string().nullable().describe("on a standby: why it can't follow, in English"),
  isFormerInformed: z
    .boolean()
    .nullable()
    .describe(
      "on a promoted server: the former primary knows that it accepts no changes any more; null: there was no promotion",
    ),
  pairingEndsDT: z.iso.datetime().nullable().describe("a standby may join until then"),
});
/** The same as a type. */
export type StandbyState = z.output<typeof StandbyState>;

const NONE: StandbyState = {
  mode: "alone",
  epoch: null,
  peer: null,
  lagMs: null,
  lagBytes: null,
  hasPhotos: null,
  upToDT: null,
  isWhole: null,
  isPromoting: false,
  error: null,
  isFormerInformed: null,
  pairingEndsDT: null,
  version: VERSION.version,
  primaryVersion: null,
};

/** Reads the state. `pair` null: this server can't belong to one. */
export function readStandbyState(pair: Pair | null): StandbyState {
  if (pair === null) return NONE;
  const { membership } = pair.state;
  const pairing = pair.pairing;
  const state: StandbyState = {
    ...NONE,
    mode: pair.mode,
    epoch: membership?.epoch.epoch ?? null,
    isFormerInformed: membership?.former?.isInformed ?? null,
    pairingEndsDT: pairing && new Date(pairing.expiresAt).toISOString(),
  };
  if (membership === null) return state;
  const { addresses, port } = membership.peer;
  const following = pair.standby?.status() ?? null;
  if (following !== null) {
    const { isConnected, lagMs, hasPhotos, upToDT, isWhole, primaryVersion, error } = following;
    const isPromoting = pair.standby?.isPromoting() ?? false;
    const peer = { addresses, port, isConnected };
    return { ...state, peer, lagMs, hasPhotos, upToDT, isWhole, primaryVersion, error, isPromoting };
  }
  const shipping = pair.primary?.status() ?? null;
  if (shipping === null)
    return hasNoStandby(membership) ? state : { ...state, peer: { addresses, port, isConnected: false } };
  const { isConnected, lagMs, lagBytes, photosBehind } = shipping;
  return { ...state, peer: { addresses, port, isConnected }, lagMs, lagBytes, hasPhotos: !photosBehind };
}
