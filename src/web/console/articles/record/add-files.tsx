import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { type ApiRequest, type Unguarded, withKey } from "../../../api/call.ts";
import { newId } from "../../../api/ids.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import { t } from "../../../i18n/translate.ts";
import { Button } from "../../../ui/button.tsx";
import { FileField } from "../../../ui/file-input.tsx";
import { ProgressBar, useBatch } from "../../batch/batch.tsx";
import { problemText } from "../../forms/problem.ts";

interface AddFilesProps {
  readonly label: string;
  /** Types of files, as of `<input accept>`. */
  readonly accept: string;
  readonly uploadOf: (file: File) => Unguarded<ApiRequest<unknown>, "key">;
  readonly onAdded: () => void;
}

/** Uploads files. Failed ones are named, and retried as the same file. */
export function AddFiles({ label, accept, uploadOf, onAdded }: AddFilesProps) {
  const long = useBatch<File>();
  const [failed, setFailed] = useState<readonly { readonly file: File; readonly why: string }[]>([]);
  // The id of each file until it is added, so that a retry after a lost response adds it only once.
  const [keys] = useState(() => new Map<string, string>());
  const addOne = async (file: File) => {
    const which = `${file.name} ${file.size} ${file.lastModified}`;
    const key = keys.get(which) ?? newId(Date.now());
    keys.set(which, key);
    await requestAsUser(withKey(uploadOf(file), key));
    keys.delete(which);
  };
  const add = async (files: readonly File[]) => {
    setFailed([]);
    const ended = await long.run(files, addOne);
    setFailed(ended.failed.map(({ item, error }) => ({ file: item, why: problemText(error) })));
    onAdded();
  };
  if (long.progress !== null)
    return <ProgressBar label={t(msg("Uploading…"))} progress={long.progress} onCancel={long.cancel} />;
  return (
    <>
      <FileField label={label} accept={accept} isMultiple onFiles={(files) => void add(files)} />
      {failed.map(({ file, why }) => (
        <p key={file.name} class="error-text" role="alert">
          {file.name}: {why}
        </p>
      ))}
      {failed.length > 0 && (
        <Button kind="secondary" onClick={() => add(failed.map(({ file }) => file))}>
          {t(msg("Retry upload"))}
        </Button>
      )}
    </>
  );
}
