import { useEffect, useState } from "preact/hooks";
import { reportError } from "../../../errors/report-error.ts";
import { knownPicture, loadPicture } from "../../../offline/sync/pictures.ts";
import { Icon } from "../../../ui/icon.tsx";

/** Delay, so that a burst of scans loads no pictures. */
const PAUSE_MS = 250;

/** The picture of an article, in a frame of fixed size. */
export function ArticlePicture({ articleId }: { readonly articleId: number }) {
  const [shown, setShown] = useState<{ readonly articleId: number; readonly url: string } | null>(null);
  useEffect(() => {
    let isMounted = true;
    let url: string | null = null;
    const revokeUrl = () => {
      if (url !== null) URL.revokeObjectURL(url);
      url = null;
    };
    const show = (picture: Blob | null) => {
      if (!isMounted) return;
      revokeUrl();
      url = picture === null ? null : URL.createObjectURL(picture);
      setShown(url === null ? null : { articleId, url });
    };
    const known = knownPicture(articleId);
    if (known !== undefined) show(known);
    const load = () => loadPicture(articleId, show).catch(reportError);
    const timer = known === undefined ? setTimeout(load, PAUSE_MS) : undefined;
    return () => {
      isMounted = false;
      clearTimeout(timer);
      revokeUrl();
    };
  }, [articleId]);
  return (
    <span class="article-picture">
      {shown !== null && shown.articleId === articleId ? (
        <img src={shown.url} alt="" />
      ) : (
        <Icon name="article" size={28} />
      )}
    </span>
  );
}
