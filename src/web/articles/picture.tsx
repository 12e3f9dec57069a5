import { useEffect, useRef, useState } from "preact/hooks";
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

/** The distance from the visible part within which pictures are loaded. */
const NEAR = "200px";

/** A picture that requires a login. It is loaded once it is about to be seen. */
export function Picture({ photo, alt }: PictureProps) {
  const [url, setUrl] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [isNear, setNear] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (place.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!isNear) return undefined;
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
  }, [photo.path, isNear]);
  if (url !== null) return <img src={url} alt={alt} />;
  return (
    <span ref={place} class="no-picture muted">
      {isMissing ? t(msg("The photo can't be shown now.")) : ""}
    </span>
  );
}
