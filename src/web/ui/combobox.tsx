import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { fold } from "../../domain/text-folding.ts";
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
  /** The code of an option: Enter chooses the one whose code is the whole text among several. */
  readonly codeOf?: (option: Option) => string | null;
  /** Renders an option. */
  readonly children: (option: Option) => ComponentChildren;
  /** Shown if no option matches the text. */
  readonly empty: string;
  readonly placeholder?: string;
  readonly onFocus?: () => void;
  /** The error of text of which no option was chosen. Absent: forms ignore the text. */
  readonly unchosen?: string;
}

/**
 * A text field with a list of matching options. Its keys: `useActiveOption`; Enter without an active option chooses the only or the
 * exact one, once the options are known, opens a closed list, and never sends a form.
 */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  const { label, text, onText, options, keyOf, onChoose, codeOf = () => null, children } = props;
  const { empty, placeholder, onFocus, unchosen = "" } = props;
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  /** Enter was pressed before the options were known: a scanner presses it behind the last letter. */
  const [isAwaited, setAwaited] = useState(false);
  const isEntered = text.trim() !== "";
  const isSought = isOpen && isEntered;
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
  const afterPress = usePress(isOpen);
  useLayoutEffect(() => input.current?.setCustomValidity(isEntered ? unchosen : ""), [isEntered, unchosen]);
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || active >= 0 || !isEntered) return onKeyDown(event);
    event.preventDefault();
    // What is around the field would close without it.
    event.stopPropagation();
    if (!isOpen) return setOpen(true);
    if (options === null) setAwaited(true);
    else chooseExact();
  };
  const chooseExact = () => {
    const exact = shown.filter((option) => fold(codeOf(option) ?? "") === fold(text.trim()));
    const [only, another] = exact.length === 0 ? shown : exact;
    if (only !== undefined && another === undefined) choose(shown.indexOf(only));
  };
  useLayoutEffect(() => {
    if (!isAwaited || (isSought && options === null)) return;
    setAwaited(false);
    chooseExact();
  }, [isAwaited, isSought, options]);
  return (
    <div class={styles["combobox"]}>
      <label>
        {label}
        <input
          ref={input}
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
          onInvalid={() => setOpen(true)}
          onBlur={() => afterPress(() => setOpen(false))}
          onKeyDown={onEnter}
          onInput={(event) => {
            setOpen(true);
            clear();
            setAwaited(false);
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

/**
 * Calls a function once the pointer is not pressed any more. A list in the flow of a dialog moves what is below it when it closes: closed
 * by the press of a button, it would take the button away from under the pointer, and the click would be lost.
 */
function usePress(isWatched: boolean): (act: () => void) => void {
  const waiting = useRef<(() => void) | null>(null);
  const isPressed = useRef(false);
  useLayoutEffect(() => {
    if (!isWatched) return undefined;
    const press = () => {
      isPressed.current = true;
    };
    // After the click, which the same release makes.
    const release = () =>
      setTimeout(() => {
        isPressed.current = false;
        waiting.current?.();
        waiting.current = null;
      });
    document.addEventListener("pointerdown", press, { capture: true });
    for (const end of ENDS) document.addEventListener(end, release, { capture: true });
    return () => {
      document.removeEventListener("pointerdown", press, { capture: true });
      for (const end of ENDS) document.removeEventListener(end, release, { capture: true });
      isPressed.current = false;
    };
  }, [isWatched]);
  return (act) => {
    if (isPressed.current) waiting.current = act;
    else act();
  };
}

const ENDS = ["pointerup", "pointercancel"] as const;
