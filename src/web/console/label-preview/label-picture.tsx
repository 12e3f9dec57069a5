import { useEffect, useState } from "preact/hooks";
import type { Resolution } from "../../../domain/label-layout.ts";
import { msg } from "../../../domain/message.ts";
import { number, t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { ScrollArea } from "../../ui/table/data-table.tsx";
import "./drawn.css";
import type { ApiRequest } from "../../api/call.ts";
import { connection } from "../../api/connection.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { requestFile } from "../../api/send-request.ts";
import { userToken, withToken } from "../../api/tokens.ts";
import type { FileResponse } from "../../api/types/endpoints.d.ts";
import { reportError } from "../../errors/report-error.ts";
import { problemText } from "../forms/problem.ts";
import { type BitmapInput, type ElementProblem, requestBitmap } from "./request-bitmap.ts";

interface PictureProps {
  readonly drawn: Drawn;
  /** The alternative text. */
  readonly label: string;
  /** The resolution of the printer; null: not known. */
  readonly dpi?: Resolution | null;
}

/** The picture of a label with its size. An outdated picture is pale. */
export function LabelPicture({ drawn: { picture, isOld, problem, line }, label, dpi = null }: PictureProps) {
  const [dots, setDots] = useState<{ readonly width: number; readonly height: number } | null>(null);
  return (
    <figure
      class={isOld ? "label-preview is-outdated" : "label-preview"}
      aria-busy={isOld && problem === null}
    >
      {problem !== null && (
        <Banner tone="danger" role="alert">
          {line !== null && <p>{t(msg("Line {line}:"), { line })}</p>}
          <p>{problem}</p>
        </Banner>
      )}
      {picture?.is === "drawn" && (
        <>
          <img
            src={picture.url}
            alt={label}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setDots({ width, height })
            }
          />
          {dots !== null && <figcaption class="muted">{sizeText(dots, dpi)}</figcaption>}
        </>
      )}
      {picture?.is === "text" && (
        <>
          <ScrollArea name={label} class="">
            <pre>{picture.text}</pre>
          </ScrollArea>
          <figcaption class="muted">
            {t(msg("This language cannot be drawn. The text for the printer is shown."))}
          </figcaption>
        </>
      )}
    </figure>
  );
}

/** The printed size: a pixel is a dot. */
function sizeText(
  { width, height }: { readonly width: number; readonly height: number },
  dpi: Resolution | null,
): string {
  const at = (resolution: number) => {
    const mm = (size: number) => number((size / resolution) * 25.4, { maximumFractionDigits: 0 });
    return t(msg("{width} × {height} mm at {dpi} dpi"), {
      dpi: resolution,
      width: mm(width),
      height: mm(height),
    });
  };
  if (dpi !== null) return t(msg("{width} × {height} dots: {size}"), { width, height, size: at(dpi) });
  return t(msg("{width} × {height} dots: {low}, {high}"), { width, height, low: at(203), high: at(300) });
}

/** The picture of a label, or its text if the server can't draw its language. */
type Picture =
  | { readonly is: "drawn"; readonly url: string }
  | { readonly is: "text"; readonly text: string };

/** A response. */
interface Answer {
  readonly picture: Picture;
  readonly problems: readonly ElementProblem[];
}

/** The state of a label's picture. */
interface Drawn {
  /** The newest picture. */
  readonly picture: Picture | null;
  /** Elements of a drawn label that are not printed as drawn. */
  readonly problems: readonly ElementProblem[];
  /** It belongs to the previous request. */
  readonly isOld: boolean;
  /** The reason that the current request has no picture. */
  readonly problem: string | null;
  /** The line of the template with the error, from 1 on. */
  readonly line: number | null;
}

const NOTHING: Drawn = { picture: null, problems: [], isOld: false, problem: null, line: null };

interface Options {
  /** The delay of the request after the last change. */
  readonly pauseMs?: number;
  /** Another value when the data of the label have changed. */
  readonly version?: string;
}

/** The picture that a request returns. */
export function usePicture(request: ApiRequest<FileResponse>, options: Options = {}): Drawn {
  return useDrawing(request, askPicture, options);
}

/** The picture of a drawn label as a printer prints it, and what is not printed as drawn. */
export function useBitmap(input: BitmapInput, version: string): Drawn {
  return useDrawing(input, askBitmap, { version });
}

/** The picture that `ask` gets. An older response never replaces a newer one. */
function useDrawing<Request>(
  request: Request,
  ask: (request: Request, signal: AbortSignal) => Promise<Answer>,
  { pauseMs = 0, version = "" }: Options,
): Drawn {
  const [drawn, setDrawn] = useState(NOTHING);
  const [isAway, setAway] = useState(false);
  const key = JSON.stringify([request, version]);
  const isBack = isAway && connection.value === "there";

  useEffect(() => {
    const leaving = new AbortController();
    const change = (next: Partial<Drawn>) => {
      if (!leaving.signal.aborted) setDrawn((now) => ({ ...now, ...next }));
    };
    change({ isOld: true });
    const timer = setTimeout(() => {
      setAway(false);
      ask(request, leaving.signal)
        .then(({ picture, problems }) => {
          if (leaving.signal.aborted) release(picture);
          else change({ picture, problems, isOld: false, problem: null, line: null });
        })
        .catch((error: unknown) => {
          if (leaving.signal.aborted) return;
          const isGone = error instanceof ServerUnreachable;
          setAway(isGone);
          const line = error instanceof ApiError ? (error.errors[0]?.line ?? null) : null;
          change({
            problems: [],
            problem: isGone
              ? t(msg("The server is not responding. The preview appears when it is back."))
              : problemText(error),
            line,
          });
        })
        .catch(reportError);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key, isBack]);

  const { picture } = drawn;
  useEffect(() => () => picture !== null && release(picture), [picture]);
  return drawn;
}

async function askPicture(request: ApiRequest<FileResponse>, signal: AbortSignal): Promise<Answer> {
  const blob = await withToken(userToken, (token) => requestFile(request, { token, signal }));
  if (blob.type.startsWith("text/"))
    return { picture: { is: "text", text: await blob.text() }, problems: [] };
  return { picture: { is: "drawn", url: URL.createObjectURL(blob) }, problems: [] };
}

async function askBitmap(input: BitmapInput, signal: AbortSignal): Promise<Answer> {
  const { picture, problems } = await requestBitmap(input, signal);
  return { picture: { is: "drawn", url: URL.createObjectURL(picture) }, problems };
}

function release(picture: Picture): void {
  if (picture.is === "drawn") URL.revokeObjectURL(picture.url);
}
