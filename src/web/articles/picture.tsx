import { useEffect, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import type { Query } from "../api/call.ts";
import { requestFile } from "../api/send-request.ts";
import { userToken, withToken } from "../api/tokens.ts";
import type { FileResponse } from "../api/types/endpoints.d.ts";
import { t } from "../i18n/translate.ts";

interface PictureProps {
  readonly photo: Query<FileResponse>;
  readonly alt: string;
}

/** A picture that requires a login. */
export function Picture({ photo, alt }: PictureProps) {
  const [url, setUrl] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    let objectUrl: string | null = null;
    withToken(userToken, (token) => requestFile(photo, { token, signal: controller.signal })).then(
      (file) => {
        if (controller.signal.aborted) return;
        objectUrl = URL.createObjectURL(file);
        setUrl(objectUrl);
      },
      () => {
        // Unreachable, deleted or forbidden: a text is shown instead.
        if (!controller.signal.aborted) setMissing(true);
      },
    );
    return () => {
      controller.abort();
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
    };
  }, [photo.path]);
  if (url !== null) return <img src={url} alt={alt} />;
  return <span class="no-picture muted">{isMissing ? t(msg("The photo can't be shown now.")) : ""}</span>;
}
