import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isPhotoFile } from "../../../photos/files.ts";
import { errorCode, errorMessage } from "../../../platform/error-code.ts";
import type { FilePart } from "../../../storage/files/file-part.ts";
import type { Storage } from "../../../storage/storage.ts";
import { photoPath } from "../../backup/data-folder/contents.ts";
import { openLogPart, openMainPart } from "../files/original-files.ts";
import type { SmallFiles } from "../files/small-files.ts";
import type { EpochStatement } from "../membership/epoch.ts";
import type { PeerRequest, PeerResponse } from "../peer/peer-server.ts";
import { type PositionRequest, UNREADABLE_STATUS } from "../peer/protocol.ts";
import type { Shipping } from "./shipping.ts";

const NOT_FOUND: PeerResponse = { status: 404, text: "not found" };

/** What the primary answers from. */
export interface Shipped {
  readonly storage: Storage;
  readonly shipping: Shipping;
  smallFiles(): Promise<SmallFiles>;
  epoch(): EpochStatement;
}

/** Answers a request of the standby for the position. */
export async function positionResponse(
  { shipping, smallFiles, epoch }: Shipped,
  position: PositionRequest,
  signal: AbortSignal,
): Promise<PeerResponse> {
  const { digest } = await smallFiles();
  return { json: await shipping.respond(position, epoch(), digest, signal) };
}

/** Answers a request of the standby for a file. */
export async function fileResponse(
  { storage, shipping, smallFiles }: Shipped,
  { path, query }: PeerRequest,
): Promise<PeerResponse> {
  const generation = query.get("generation") ?? "";
  switch (path) {
    case "/log":
      return partOf(await openLogPart(storage, generation, Number(query.get("from"))));
    case "/main":
      return partOf(openMainPart(storage, generation));
    case "/photos":
      return { json: shipping.photos(Number(query.get("after"))) };
    case "/photo":
      return photoResponse(storage.folder, query.get("name") ?? "");
    case "/files":
      return { json: { files: (await smallFiles()).files } };
    default:
      return NOT_FOUND;
  }
}

function partOf(part: FilePart | null): PeerResponse {
  return part === null ? NOT_FOUND : { part };
}

/** Reads the whole file first: a read that fails after the header could only break the connection. */
async function photoResponse(folder: string, name: string): Promise<PeerResponse> {
  if (!isPhotoFile(name)) return NOT_FOUND;
  try {
    return { bytes: await readFile(join(folder, photoPath(name))) };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return NOT_FOUND;
    return { status: UNREADABLE_STATUS, text: errorMessage(error) };
  }
}
