import { useState } from "preact/hooks";
import { announce } from "../../../ui/announce.tsx";

/** A message about the last scan or action; null: none. */
export interface NoticeState {
  readonly text: string | null;
  readonly show: (text: string | null) => void;
}

/** State for a message, which is also announced to screen readers. */
export function useNotice(): NoticeState {
  const [text, setText] = useState<string | null>(null);
  const show = (next: string | null) => {
    setText(next);
    if (next !== null) announce(next, true);
  };
  return { text, show };
}

/** Shows the message. */
export function Notice({ notice }: { readonly notice: NoticeState }) {
  return notice.text === null ? null : <p class="note is-bad">{notice.text}</p>;
}
