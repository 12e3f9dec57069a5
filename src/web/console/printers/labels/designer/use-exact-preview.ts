import { useEffect, useState } from "preact/hooks";
import type { LabelLayout, Resolution } from "../../../../../domain/label-layout.ts";
import { msg } from "../../../../../domain/message.ts";
import { connection } from "../../../../api/connection.ts";
import { ServerUnreachable } from "../../../../api/errors.ts";
import { t } from "../../../../i18n/translate.ts";
import { problemText } from "../../../forms/problem.ts";
import {
  type DrawnBitmap,
  type ElementProblem,
  type PreviewRecord,
  requestBitmap,
} from "../../../label-preview/request-bitmap.ts";
import { latestOnly } from "./latest-only.ts";

/** The server's bitmap of a layout. */
export interface ExactPreview {
  /** The newest one, and the layout that it shows. Null: none yet. */
  readonly bitmap: { readonly url: string; readonly layout: LabelLayout } | null;
  readonly problems: readonly ElementProblem[];
  /** Why the current layout has no bitmap. */
  readonly notice: string | null;
  /** The bitmap of the current layout is under way. */
  readonly isOld: boolean;
}

/** What the preview is of. */
interface PreviewInput {
  readonly layout: LabelLayout;
  readonly dpi: Resolution;
  readonly record: PreviewRecord;
}

/** The pause after a change. */
const PAUSE_MS = 150;
const NONE: ExactPreview = { bitmap: null, problems: [], notice: null, isOld: true };
const NO_ELEMENTS: readonly ElementProblem[] = [];

const after = (ms: number, done: () => void) => {
  const timer = setTimeout(done, ms);
  return () => clearTimeout(timer);
};

/** The exact bitmap of a layout that changes. Without the server the last one stays, with a notice. */
export function useExactPreview({ layout, dpi, record }: PreviewInput): ExactPreview {
  const [preview, setPreview] = useState(NONE);
  const [isAway, setAway] = useState(false);
  const [requests] = useState(() =>
    latestOnly<PreviewInput, DrawnBitmap>(after, PAUSE_MS, requestBitmap, (outcome) => {
      if ("response" in outcome) {
        const { layout: shown, picture, problems } = outcome.response;
        setAway(false);
        setPreview({
          bitmap: { url: URL.createObjectURL(picture), layout: shown },
          problems,
          notice: null,
          isOld: false,
        });
        return;
      }
      const isGone = outcome.error instanceof ServerUnreachable;
      setAway(isGone);
      const notice = isGone
        ? t(msg("The server is not responding. You can go on; the exact picture follows when it is back."))
        : problemText(outcome.error);
      setPreview((before) => ({ ...before, problems: NO_ELEMENTS, notice }));
    }),
  );
  const isBack = isAway && connection.value === "there";
  const ask = () => {
    setPreview((before) => ({ ...before, isOld: true }));
    requests.ask({ layout, dpi, record });
  };
  useEffect(ask, [layout, dpi, record.subject, record.articleId, record.locationId]);
  // Not when the answer ends it.
  useEffect(() => {
    if (isBack) ask();
  }, [isBack]);
  useEffect(() => requests.stop, []);

  const url = preview.bitmap?.url ?? null;
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url]);
  return preview;
}
