import type { Dependencies } from "../../../http/dependencies.ts";
import type { StreamResponse } from "../../../http/endpoint/response.ts";
import { concurrencyLimit } from "../../../platform/concurrency-limit.ts";
import { saveLastBackup } from "../check/checks.ts";
import { type Archive, makeArchive } from "./archive.ts";
import { encryptArchive } from "./encrypt.ts";

const MAX_CONCURRENT = 2;

/** Opens a backup stream, encrypted where there is a passphrase. Rejects with Unavailable. */
export type OpenBackupStream = (passphrase: string | null) => Promise<StreamResponse>;

/** Creates the function that opens backup streams. It allows two at a time and rejects more with Unavailable. */
export function backupStreams(dependencies: Dependencies): OpenBackupStream {
  const limited = concurrencyLimit(MAX_CONCURRENT, 0);
  return (passphrase) =>
    new Promise((ready, failed) => {
      limited(async () => {
        const at = dependencies.clock.iso();
        let archive = await makeArchive(dependencies);
        try {
          if (passphrase !== null) archive = await encryptArchive(archive, passphrase);
          const body =
            passphrase === null ? plainBody(dependencies, archive) : encryptedBody(dependencies, archive);
          const isWhole = await new Promise<boolean>((sent) => ready({ ...body, ended: sent }));
          if (isWhole) saveBackup(dependencies, { at, bytes: archive.bytes });
        } finally {
          await archive.release();
        }
      }).catch(failed);
    });
}

function plainBody({ config, clock }: Dependencies, archive: Archive): Omit<StreamResponse, "ended"> {
  return {
    kind: "stream",
    contentType: "application/x-tar",
    fileName: backupFileName(config.mdns.name, clock.iso()),
    size: archive.bytes,
    open: archive.open,
  };
}

function encryptedBody(dependencies: Dependencies, archive: Archive): Omit<StreamResponse, "ended"> {
  const body = plainBody(dependencies, archive);
  return { ...body, contentType: "application/octet-stream", fileName: `${body.fileName}.age` };
}

function saveBackup({ storage, log }: Dependencies, made: { at: string; bytes: number }): void {
  storage
    .write(null, (tx) => saveLastBackup(tx, { ...made, kind: "download" }), { evenWhenLow: true })
    .catch((error: unknown) => log.error({ err: error }, "the backup was not recorded"));
}

/** `tallybox-20261120T105100Z.tar`, with the server's name where it has another one. */
function backupFileName(name: string, iso: string): string {
  const time = iso.replaceAll(/[-:]|\.\d+/g, "");
  return `${name === "tallybox" ? name : `tallybox-${name}`}-${time}.tar`;
}
