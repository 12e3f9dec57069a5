import { msg } from "../../../domain/message.ts";
import { number, t } from "../../i18n/translate.ts";
import type { Progress } from "./run-all.ts";

interface BarProps {
  readonly words: string;
  readonly progress: Progress;
  /** Without it it can't be called off any more. */
  readonly onCancel?: () => void;
}

/** How far a long work is, with the way to call it off. */
export function ProgressBar({ words, progress: { done, total }, onCancel }: BarProps) {
  return (
    <div class="long-work">
      <label>
        {words} {number(done)} / {number(total)}
        <progress value={done} max={Math.max(1, total)} />
      </label>
      {onCancel !== undefined && (
        <button type="button" class="second" onClick={onCancel}>
          {t(TEXTS.cancel)}
        </button>
      )}
    </div>
  );
}

const TEXTS = { cancel: msg("Stop") };
