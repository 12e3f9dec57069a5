import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import styles from "./combobox.module.css";

interface ComboboxProps<Option> {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** What fits the text; null: not known yet. */
  readonly options: readonly Option[] | null;
  readonly keyOf: (option: Option) => string | number;
  readonly onChoose: (option: Option) => void;
  /** Shows an option. */
  readonly children: (option: Option) => ComponentChildren;
  /** Shown where no option fits the text. */
  readonly empty: string;
  readonly placeholder?: string;
  readonly onFocus?: () => void;
}

/**
 * A field whose text narrows down options: the combobox of WAI-ARIA 1.2 with a list. Arrows, and Home and End with them, go
 * through the options, Enter chooses one, Escape closes the list. The focus stays in the field.
 */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  const { label, text, onText, options, keyOf, onChoose, children, empty, placeholder, onFocus } = props;
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [selected, setSelected] = useState(-1);
  const isSought = isOpen && text.trim() !== "";
  const shown = isSought ? (options ?? []) : [];
  const at = Math.min(selected, shown.length - 1);
  useEffect(() => {
    if (at >= 0) document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [listId, at]);

  const choose = (option: Option) => {
    setOpen(false);
    setSelected(-1);
    onChoose(option);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const option = shown[at];
    if (event.key === "Escape" && isSought) setOpen(false);
    else if (event.key === "Enter" && option !== undefined) choose(option);
    else if (event.key in STEPS) {
      const next = STEPS[event.key]?.(isSought ? at : -1, shown.length) ?? null;
      if (next === null) return;
      setOpen(true);
      setSelected(next);
    } else return;
    event.preventDefault();
    // A dialog around it stays open, and a form is not sent.
    event.stopPropagation();
  };
  return (
    <div class={styles["combobox"]}>
      <label>
        {label}
        <input
          type="text"
          role="combobox"
          aria-expanded={shown.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={at >= 0 ? `${listId}-${at}` : undefined}
          autocomplete="off"
          spellcheck={false}
          placeholder={placeholder}
          value={text}
          onFocus={onFocus}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
          onInput={(event) => {
            setOpen(true);
            setSelected(-1);
            onText(event.currentTarget.value);
          }}
        />
      </label>
      <div
        id={listId}
        class={styles["list"]}
        role="listbox"
        aria-label={t(TEXTS.results)}
        hidden={shown.length === 0}
      >
        {shown.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field (aria-activedescendant)
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
          <div
            key={keyOf(option)}
            id={`${listId}-${index}`}
            class={styles["option"]}
            role="option"
            aria-selected={index === at}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            {children(option)}
          </div>
        ))}
      </div>
      <div
        class={isSought && options?.length === 0 ? `${styles["list"]} ${styles["empty"]}` : ""}
        role="status"
      >
        {isSought && options?.length === 0 && empty}
      </div>
    </div>
  );
}

/** The next position from `at` (-1: none) among `count` options; null: the key does what it does in a text. */
const STEPS: Readonly<Record<string, (at: number, count: number) => number | null>> = {
  ArrowDown: (at, count) => (at + 1 >= count ? 0 : at + 1),
  ArrowUp: (at, count) => (at <= 0 ? count - 1 : at - 1),
  Home: (at) => (at < 0 ? null : 0),
  End: (at, count) => (at < 0 ? null : count - 1),
};

const TEXTS = { results: msg("Search results") };
