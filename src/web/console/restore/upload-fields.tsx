import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { sizeText } from "../../i18n/size-text.ts";
import { t } from "../../i18n/translate.ts";
import { FileField } from "../../ui/file-input.tsx";
import { Progress } from "../../ui/progress.tsx";
import { PassphraseField } from "./folder-fields.tsx";
import "./restore.css";
import { type ApiRequest, call } from "../../api/call.ts";
import { ServerUnreachable } from "../../api/errors.ts";
import type { RestoreUpload } from "../../api/types/endpoints.d.ts";

/** A file of this computer, and its upload. */
export function useUpload() {
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  return {
    file,
    share,
    setFile,
    /** Uploads the chosen file. */
    async send(calls: UploadCalls): Promise<void> {
      if (file === null) return;
      try {
        await uploadFile(file, calls, setShare);
      } finally {
        setShare(null);
      }
    },
  };
}

/** The choice of a file, or the progress of its upload. */
export function UploadFields({ file, share, setFile }: ReturnType<typeof useUpload>) {
  if (share !== null)
    return (
      <div role="status">
        <Progress label={t(msg("Uploading the file…"))} value={share} />
      </div>
    );
  return (
    <>
      <div class="restore-file">
        <FileField
          label={t(msg("Downloaded backup"))}
          accept=".tar,.age"
          onFiles={([chosen]) => setFile(chosen ?? null)}
        />
        {file !== null && (
          <p>
            {file.name} <span class="muted">{sizeText(file.size)}</span>
          </p>
        )}
      </div>
      <PassphraseField />
    </>
  );
}

/** Small enough for a slow network: a part is sent again where the connection breaks. */
const PART_BYTES = 8 * 1024 * 1024;
const RETRY_MS = 2000;
/** Breaks in a row. */
const MAX_BREAKS = 30;

/** The calls of an upload: with a login, or with the set-up code of an empty server. */
interface UploadCalls {
  begin(bytes: number): Promise<RestoreUpload>;
  current(): Promise<RestoreUpload>;
  append(id: string, offset: number, part: Blob): Promise<RestoreUpload>;
}

type Send = <T>(request: ApiRequest<T>) => Promise<T>;

/** The calls of an Admin. */
export const adminUpload = (send: Send): UploadCalls => ({
  begin: (bytes) => send(call("POST /api/backup/restores/uploads", { body: { bytes } })),
  current: () => send(call("GET /api/backup/restores/uploads")),
  append: (id, offset, part) =>
    send(call("PUT /api/backup/restores/uploads/{id}", { id, offset, body: part })),
});

/** The calls on an empty server. `send` adds the set-up code. */
export const setupUpload = (send: Send): UploadCalls => ({
  begin: (bytes) => send(call("POST /api/setup/restore/uploads", { body: { bytes } })),
  current: () => send(call("GET /api/setup/restore/uploads")),
  append: (id, offset, part) => send(call("PUT /api/setup/restore/uploads/{id}", { id, offset, body: part })),
});

/** Uploads a file in parts, and goes on after breaks of the connection. `onShare` receives the share from 0 to 1. */
async function uploadFile(file: File, calls: UploadCalls, onShare: (share: number) => void): Promise<void> {
  let upload = await calls.begin(file.size);
  let breaks = 0;
  let isKnown = true;
  while (upload.receivedBytes < file.size) {
    onShare(upload.receivedBytes / file.size);
    const { id, receivedBytes: offset } = upload;
    try {
      // After a break the server knows what has arrived.
      upload = isKnown
        ? await calls.append(id, offset, file.slice(offset, offset + PART_BYTES))
        : await calls.current();
      isKnown = true;
      breaks = 0;
    } catch (error) {
      if (!(error instanceof ServerUnreachable) || ++breaks > MAX_BREAKS) throw error;
      isKnown = false;
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }
  onShare(1);
}
