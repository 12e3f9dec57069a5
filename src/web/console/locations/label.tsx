import type { Location } from "../../api/types/endpoints.d.ts";
import { Code128, Qr } from "../../scanner/label-picture.tsx";
import { fitsCode128, type LabelSize } from "./label-sizes.ts";

interface LabelProps {
  readonly place: Location;
  readonly way: string;
  readonly size: LabelSize;
  readonly isQr: boolean;
}

/** The label of a place: its name, its way, and its code for scanners. */
export function LocationLabel({ place: { name, code }, way, size: { width, height }, isQr }: LabelProps) {
  const text = code ?? "";
  return (
    <article class="place-label" style={{ width: `${width}mm`, height: `${height}mm` }}>
      {isQr || !fitsCode128(text) ? <Qr text={text} name={text} /> : null}
      <div class="label-words">
        <b>{name}</b>
        <small>{way}</small>
        {isQr || !fitsCode128(text) ? null : <Code128 text={text} name={text} />}
        <span>{text}</span>
      </div>
    </article>
  );
}
