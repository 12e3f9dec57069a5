import { useState } from "preact/hooks";
import { announce } from "../../../ui/announce.tsx";

/** What a screen says of the last scan or deed; null: nothing. */
export interface NoticeState {
  readonly text: string | null;
  readonly say: (text: string | null) => void;
}

/** A line that a screen can say something in; it is read out as well. */
export function useNotice(): NoticeState {
  const [text, setText] = useState<string | null>(null);
  const say = (next: string | null) => {
    setText(next);
    if (next !== null) announce(next, true);
  };
  return { text, say };
}

/** Where it stands. */
export function Notice({ notice }: { readonly notice: NoticeState }) {
  return notice.text === null ? null : <p class="note is-bad">{notice.text}</p>;
}
