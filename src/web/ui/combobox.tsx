import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import styles from "./combobox.module.css";
import { useActiveOption } from "./use-active-option.ts";

interface ComboboxProps<Option> {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The options that match the text; null: not known yet. */
  readonly options: readonly Option[] | null;
  readonly keyOf: (option: Option) => string | number;
  readonly onChoose: (option: Option) => void;
  /** Renders an option. */
  readonly children: (option: Option) => ComponentChildren;
  /** Shown if no option matches the text. */
  readonly empty: string;
  readonly placeholder?: string;
  readonly onFocus?: () => void;
}

/** A text field with a list of matching options. Its keys: `useActiveOption`. */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  const { label, text, onText, options, keyOf, onChoose, children, empty, placeholder, onFocus } = props;
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const isSought = isOpen && text.trim() !== "";
  const shown = isSought ? (options ?? []) : [];
  const choose = (position: number) => {
    const option = shown[position];
    if (option === undefined) return;
    setOpen(false);
    onChoose(option);
  };
  const { active, optionId, activeId, clear, onKeyDown } = useActiveOption({
    listId,
    keys: shown.map((option) => String(keyOf(option))),
    isOpen: isSought,
    setOpen,
    onChoose: choose,
  });
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
          aria-activedescendant={activeId}
          autocomplete="off"
          spellcheck={false}
          placeholder={placeholder}
          value={text}
          onFocus={onFocus}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
          onInput={(event) => {
            setOpen(true);
            clear();
            onText(event.currentTarget.value);
          }}
        />
      </label>
      <div
        id={listId}
        class={styles["list"]}
        role="listbox"
        aria-label={t(msg("Search results"))}
        hidden={shown.length === 0}
      >
        {shown.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field (aria-activedescendant)
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
          <div
            key={keyOf(option)}
            id={optionId(index)}
            class={styles["option"]}
            role="option"
            aria-selected={index === active}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(index)}
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
