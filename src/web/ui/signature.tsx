import { useRef, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { MAX_SIGNATURE_LENGTH, SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from "../../domain/signature.ts";
import { t } from "../i18n/translate.ts";
import { Button } from "./button.tsx";
import styles from "./signature.module.css";

const BOX = `0 0 ${SIGNATURE_WIDTH} ${SIGNATURE_HEIGHT}`;

interface PadProps {
  /** Strokes (domain/signature.ts); null: not signed. */
  readonly value: string | null;
  readonly onValue: (path: string | null) => void;
}

/** A field for a signature by finger, pen or mouse. */
export function SignaturePad({ value, onValue }: PadProps) {
  const field = useRef<SVGSVGElement>(null);
  const [stroke, setStroke] = useState("");
  /** The finger or pen that draws: a palm draws nothing beside it. */
  const pointer = useRef<number | null>(null);
  const at = ({ clientX, clientY }: PointerEvent) => {
    const box = field.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return null;
    const x = within(((clientX - box.left) / box.width) * SIGNATURE_WIDTH, SIGNATURE_WIDTH);
    const y = within(((clientY - box.top) / box.height) * SIGNATURE_HEIGHT, SIGNATURE_HEIGHT);
    return `${x} ${y}`;
  };
  const begin = (event: PointerEvent) => {
    const point = at(event);
    if (point === null || pointer.current !== null) return;
    pointer.current = event.pointerId;
    field.current?.setPointerCapture(event.pointerId);
    setStroke(`M${point}`);
  };
  const draw = (event: PointerEvent) => {
    if (event.pointerId !== pointer.current) return;
    const point = at(event);
    if (stroke === "" || point === null || stroke.endsWith(point)) return;
    const length = (value ?? "").length + stroke.length + point.length + 1;
    if (length <= MAX_SIGNATURE_LENGTH) setStroke(`${stroke}L${point}`);
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== pointer.current) return;
    pointer.current = null;
    // A tap leaves no stroke.
    if (stroke.includes("L")) onValue(`${value ?? ""}${stroke}`);
    setStroke("");
  };
  return (
    <div>
      <svg
        ref={field}
        class={styles["pad"]}
        viewBox={BOX}
        role="img"
        aria-label={t(value === null ? msg("Signature field, empty") : msg("Signature field, signed"))}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path class={styles["stroke"]} d={`${value ?? ""}${stroke}`} />
      </svg>
      {value !== null && (
        <Button kind="plain" onClick={() => onValue(null)}>
          {t(msg("Clear the signature"))}
        </Button>
      )}
    </div>
  );
}

const within = (value: number, max: number) => Math.round(Math.min(Math.max(value, 0), max));

/** A stored signature. */
export function SignaturePicture({ path, label }: { readonly path: string; readonly label: string }) {
  return (
    <svg class={styles["picture"]} viewBox={BOX} role="img" aria-label={label}>
      <path class={styles["stroke"]} d={path} />
    </svg>
  );
}
