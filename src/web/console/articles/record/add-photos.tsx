import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { newId } from "../../../api/ids.ts";
import { articlePhoto } from "../../../api/photos.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import { t } from "../../../i18n/translate.ts";
import { ProgressBar, useBatch } from "../../batch/batch.tsx";
import { problemText } from "../../forms/problem.ts";

interface AddProps {
  readonly articleId: number;
  readonly onAdded: () => void;
}

/** Adds photos to an article from files; what failed is named, and tried again as the same photo. */
export function AddPhotos({ articleId, onAdded }: AddProps) {
  const long = useBatch<File>();
  const [failed, setFailed] = useState<readonly { readonly file: File; readonly why: string }[]>([]);
  // Of each file until it is added: tried or chosen again after a lost answer, it is added once.
  const [keys] = useState(() => new Map<string, string>());
  const addOne = async (file: File) => {
    const which = `${file.name} ${file.size} ${file.lastModified}`;
    const key = keys.get(which) ?? newId(Date.now());
    keys.set(which, key);
    await requestAsUser(articlePhoto(articleId, file, file.name), { headers: { "Idempotency-Key": key } });
    keys.delete(which);
  };
  const add = async (files: readonly File[]) => {
    setFailed([]);
    const ended = await long.run(files, addOne);
    setFailed(ended.failed.map(({ item, error }) => ({ file: item, why: problemText(error) })));
    onAdded();
  };
  if (long.progress !== null)
    return <ProgressBar words={t(TEXTS.adding)} progress={long.progress} onCancel={long.cancel} />;
  return (
    <>
      <label class="add-photos">
        {t(TEXTS.add)}
        <input
          type="file"
          accept="image/jpeg,image/png"
          multiple
          onChange={({ currentTarget: input }) => {
            const files = Array.from(input.files ?? []);
            // The same file may be chosen again.
            input.value = "";
            void add(files);
          }}
        />
      </label>
      {failed.map(({ file, why }) => (
        <p key={file.name} class="fault" role="alert">
          {file.name}: {why}
        </p>
      ))}
      {failed.length > 0 && (
        <button type="button" class="second" onClick={() => add(failed.map(({ file }) => file))}>
          {t(TEXTS.again)}
        </button>
      )}
    </>
  );
}

const TEXTS = {
  add: msg("Add photos (JPG or PNG)"),
  adding: msg("Adding photos…"),
  again: msg("Retry upload"),
};
