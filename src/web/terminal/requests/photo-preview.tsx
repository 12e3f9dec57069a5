import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";

/** The photo that will go with what is sent. */
export function PhotoPreview({ photo, onRemove }: { readonly photo: Blob; readonly onRemove: () => void }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(photo);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return (
    <div class="photo-preview">
      {url !== null && <img src={url} alt={t(TEXTS.photo)} />}
      <button type="button" class="second" onClick={onRemove}>
        {t(TEXTS.remove)}
      </button>
    </div>
  );
}

const TEXTS = {
  photo: msg("Attached photo"),
  remove: msg("Remove photo"),
};
