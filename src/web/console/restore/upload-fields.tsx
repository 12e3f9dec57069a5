import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { sizeText } from "../../i18n/size-text.ts";
import { t } from "../../i18n/translate.ts";
import { FileField } from "../../ui/file-input.tsx";
import { Progress } from "../../ui/progress.tsx";
import { PassphraseField } from "./folder-fields.tsx";
import { type UploadCalls, uploadFile } from "./upload-file.ts";
import "./restore.css";

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
