import { useState } from "preact/hooks";
import type { Resolution } from "../../../domain/label-layout.ts";
import { msg } from "../../../domain/message.ts";
import { number, t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { ScrollArea } from "../../ui/table/scroll-area.tsx";
import type { Drawn } from "./use-picture.ts";
import "./drawn.css";

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
