import { useEffect, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { askFile } from "../api/ask.ts";
import { userToken, withToken } from "../api/tokens.ts";
import { t } from "../i18n/translate.ts";

/** A picture that the server gives only to those who are logged in. */
export function Picture({ path, alt }: { readonly path: string; readonly alt: string }) {
  const [url, setUrl] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    let made: string | null = null;
    withToken(userToken, (token) => askFile(path, { token, signal: leaving.signal })).then(
      (file) => {
        if (leaving.signal.aborted) return;
        made = URL.createObjectURL(file);
        setUrl(made);
      },
      () => {
        // Away, deleted or refused: its place says that it is missing.
        if (!leaving.signal.aborted) setMissing(true);
      },
    );
    return () => {
      leaving.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [path]);
  if (url !== null) return <img src={url} alt={alt} />;
  return <span class="no-picture quiet">{isMissing ? t(MISSING) : ""}</span>;
}

const MISSING = msg("The photo can't be shown now.");
