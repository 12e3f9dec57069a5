import { useEffect, useState } from "preact/hooks";
import { say } from "../../../../words.ts";
import { t } from "../../../app/words.ts";
import { askFile } from "../../../box/ask.ts";
import { surface } from "../../../box/surface.ts";
import { userToken, withToken } from "../../../box/tokens.ts";
import { problemText } from "../../save/problem.ts";

interface PictureProps {
  readonly formatId: number;
  readonly articleId: number;
  /** Another one: it is drawn anew. */
  readonly version: string;
}

/** A label as the box would print it: a picture, or the text that it sends. */
type Seen = { readonly url: string } | { readonly text: string } | { readonly problem: string };

/** Shows the label of an article; the one before stays until the new one has come. */
export function LabelPicture({ formatId, articleId, version }: PictureProps) {
  const [seen, setSeen] = useState<Seen | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    draw(formatId, articleId, signal)
      .catch((error: unknown): Seen => ({ problem: problemText(error) }))
      .then((next) => {
        if (!signal.aborted) setSeen(next);
        else if ("url" in next) URL.revokeObjectURL(next.url);
      })
      .catch(surface);
    return () => leaving.abort();
  }, [formatId, articleId, version]);
  useEffect(() => {
    if (seen !== null && "url" in seen) return () => URL.revokeObjectURL(seen.url);
    return undefined;
  }, [seen]);
  if (seen === null) return <p class="quiet">{t(TEXTS.drawing)}</p>;
  if ("problem" in seen) return <p class="fault">{seen.problem}</p>;
  if ("text" in seen) return <pre class="label-text">{seen.text}</pre>;
  return <img class="article-label" src={seen.url} alt={t(TEXTS.label)} />;
}

async function draw(labelFormatId: number, articleId: number, signal: AbortSignal): Promise<Seen> {
  const asked = { method: "POST", body: { labelFormatId, articleId }, signal } as const;
  const file = await withToken(userToken, (token) =>
    askFile("/api/printingformats/preview", { ...asked, token }),
  );
  return file.type.startsWith("image/") ? { url: URL.createObjectURL(file) } : { text: await file.text() };
}

const TEXTS = {
  drawing: say("The label is being drawn…", "Štítek se kreslí…"),
  label: say("The label as it will be printed", "Štítek, jak se vytiskne"),
};
