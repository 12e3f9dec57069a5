import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";

/** The attached photo. */
export function PhotoPreview({ photo, onRemove }: { readonly photo: Blob; readonly onRemove: () => void }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(photo);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
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
