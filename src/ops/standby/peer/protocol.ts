import { z } from "zod";
import { EpochStatement } from "../membership/epoch.ts";
import { PairFields, PeerAddress } from "../membership/membership.ts";
import { Split } from "../membership/split.ts";

// The messages between the machines of a pair. Each checks what it receives.

/** The status for a photo whose file can't be read. */
export const UNREADABLE_STATUS = 422;

/** A flushed position in a log: bytes of the file, and the checksum of the last frame there. */
export const ShippedPosition = z.object({
  generation: z.string().max(100),
  bytes: z.int().min(0),
  checksum: z.tuple([z.int(), z.int()]),
});
/** The same as a type. */
export type ShippedPosition = z.output<typeof ShippedPosition>;

/** The standby asks for the primary's position, says what it has, and waits until there is more. */
export const PositionRequest = z.object({
  /** What is on the standby's disk. Null: nothing whole. */
  at: ShippedPosition.nullable(),
  /** The newest photo (oid) up to which it has the files. */
  photos: z.int(),
  epoch: EpochStatement,
  machine: PeerAddress,
  waitMs: z.int().min(0).max(5000),
  /** The version of the standby's program. Absent: one that does not say. */
  version: z.string().max(100).optional(),
});
/** The same as a type. */
export type PositionRequest = z.output<typeof PositionRequest>;

/** The primary's position. */
export const PositionResponse = z.object({
  /** Identifies the data and their history (storage.ts). */
  timeline: z.string(),
  generation: z.string(),
  bytes: z.int(),
  /** SHA-256 (hex) of the main file. Null: not known yet. */
  mainSha256: z.string().nullable(),
  /** Bytes of the main file. Absent: an older program. */
  mainBytes: z.int().optional(),
  /** False: the primary's data do not contain `at`. */
  isContinued: z.boolean(),
  /** The newest photo (oid). */
  photos: z.int(),
  /** SHA-256 (hex) of the small files (FilesResponse). */
  files: z.string(),
  epoch: EpochStatement,
  /** The version of the primary's program. */
  version: z.string(),
  /** The version of its data. Absent: an older program. */
  schema: z.int().optional(),
  /** The primary's time, ISO 8601. */
  now: z.iso.datetime(),
});
/** The same as a type. */
export type PositionResponse = z.output<typeof PositionResponse>;

/** Names of photo files, in the order of the photos. */
export const PhotosResponse = z.object({ names: z.array(z.string()), upTo: z.int(), isWhole: z.boolean() });

/** Keys, certificates and settings: content by relative path. */
export const FilesResponse = z.object({ files: z.record(z.string(), z.string()) });

/** A machine says that it is the primary now, and, once it has opened its data, where those of the former primary part from them. */
export const EpochRequest = z.object({ epoch: EpochStatement, split: Split.nullish() });

/** What the other machine knows: its newest epoch, of a former primary its last position, of a promoted standby the split. */
export const EpochResponse = z.object({
  epoch: EpochStatement,
  last: z.object({ generation: z.string(), bytes: z.int() }).nullable(),
  split: Split.nullish(),
});

/** A new machine joins as the standby, with the secret of the pairing text. */
export const PairRequest = z.object({
  secret: z.string().max(200),
  /** Its public key, PEM (SPKI). */
  publicKey: z.string().max(2000),
  machine: PeerAddress,
});

/** What it needs from then on. */
export const PairResponse = PairFields.extend({ certificate: z.string() });
