import { bounded } from "../bounded.ts";
import type { Box } from "../box.ts";
import { putNote } from "../box-notes.ts";
import type { StreamBody } from "../http/answer.ts";
import { type Archive, makeArchive } from "./archive.ts";

const AT_ONCE = 2;

/** Gives what begins a backup to send; at most two are under way, further ones are refused with Unavailable. */
export function archives(box: Box): () => Promise<StreamBody> {
  const inTurn = bounded(AT_ONCE, 0);
  return () =>
    new Promise((ready, failed) => {
      inTurn(async () => {
        const archive = await makeArchive(box);
        try {
          const isWhole = await new Promise<boolean>((sent) => ready(bodyOf(box, archive, sent)));
          if (isWhole) noteBackup(box, archive.bytes);
        } finally {
          await archive.release();
        }
      }).catch(failed);
    });
}

function bodyOf({ config, clock }: Box, archive: Archive, sent: (isWhole: boolean) => void): StreamBody {
  return {
    contentType: "application/x-tar",
    fileName: fileNameOf(config.mdns.name, clock.iso()),
    size: archive.bytes,
    open: archive.open,
    ended: sent,
  };
}

function noteBackup({ storage, log }: Box, bytes: number): void {
  storage
    .write(null, (tx) => putNote(tx, "backup", { at: tx.now, bytes, kind: "download" }), {
      evenWhenLow: true,
    })
    .catch((error: unknown) => log.error({ err: error }, "the backup was not noted"));
}

/** `tallybox-20261120T105100Z.tar`, with the box's name where it has another. */
function fileNameOf(name: string, iso: string): string {
  const time = iso.replaceAll(/[-:]|\.\d+/g, "");
  return `${name === "tallybox" ? name : `tallybox-${name}`}-${time}.tar`;
}
