import { z } from "zod";
import { bounded } from "../bounded.ts";
import type { Box } from "../box.ts";
import { putNote } from "../box-notes.ts";
import type { Answer, StreamBody } from "../http/answer.ts";
import { type Endpoint, read } from "../http/endpoint.ts";
import { type Archive, makeArchive } from "./archive.ts";
import { Checks, lastOf } from "./checks.ts";
import type { SelfChecks } from "./self-check.ts";

const AT_ONCE = 2;

/** Backup by download, and what the box finds when it checks itself. */
export function backupRoutes(box: Box, checks: SelfChecks): Endpoint[] {
  const { storage, clock, config } = box;
  const begin = archives(box);
  const state = (): Answer<Checks> => ({
    body: {
      ...lastOf(storage.db),
      isChecking: checks.isRunning(),
      nextCheckDT: new Date(checks.nextAt()).toISOString(),
    },
  });

  return [
    read(
      "GET",
      "/api/backup",
      {
        may: "box",
        summary: "A backup of the whole box, as a tar file",
        description:
          "Everything that was written before the request: the database, photos, settings. It holds the keys of the box too: whoever has it can make tokens and act as the box, so keep it as safe as the box itself. `npm run restore` checks it and puts it in place.",
        reply: z.file().mime(["application/x-tar"]),
        refusals: { 503: "two backups are being sent already" },
      },
      async () => {
        const { archive, sent } = await begin();
        const body: StreamBody = {
          contentType: "application/x-tar",
          fileName: fileNameOf(config.mdns.name, clock.iso()),
          size: archive.bytes,
          open: archive.open,
          ended: sent,
        };
        return { body };
      },
    ),
    read(
      "GET",
      "/api/box/checks",
      { may: "box", summary: "The last backup by download and the last self-check", reply: Checks },
      state,
    ),
    read(
      "POST",
      "/api/box/checks",
      {
        may: "box",
        summary: "Begins a self-check now",
        description:
          "The same that runs every week: the database, its log, every photo's file, keys and settings. It goes on in the background; GET tells the result. Asked for again while one runs, nothing more begins.",
        status: 201,
        reply: Checks,
      },
      () => {
        checks.begin();
        return state();
      },
    ),
  ];
}

interface Sending {
  readonly archive: Archive;
  /** To be called once: whether the client has taken all of it. */
  sent(isWhole: boolean): void;
}

/** Gives what begins an archive; at most two are under way, further ones are refused with Unavailable. */
function archives(box: Box): () => Promise<Sending> {
  const inTurn = bounded(AT_ONCE, 0);
  return () =>
    new Promise((ready, failed) => {
      inTurn(async () => {
        const archive = await makeArchive(box);
        try {
          const isWhole = await new Promise<boolean>((sent) => ready({ archive, sent }));
          if (isWhole) noteBackup(box, archive.bytes);
        } finally {
          await archive.release();
        }
      }).catch(failed);
    });
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
