import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { PIN_LENGTH } from "../../../domain/login.ts";
import { msg } from "../../../domain/message.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { dropUnwanted } from "../../scanner/scans.ts";
import { useScans } from "../../scanner/use-scans.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { newPinKeys } from "./pin-keys.ts";

interface PadProps {
  /** The keys are off. */
  readonly isOff: boolean;
  /** Handles the entered PIN. The pad is cleared first. */
  readonly onPin: (pin: string) => Promise<void>;
  /** Called when a scanner is used on the pad. */
  readonly onScan: () => void;
}

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** A number pad for a PIN, which is not displayed. Also accepts the keyboard. */
export function PinPad({ isOff, onPin, onScan }: PadProps) {
  const [digits, setDigits] = useState("");

  const add = (digit: string) => setDigits((before) => (before + digit).slice(0, PIN_LENGTH.max));
  const removeLast = () => setDigits((before) => before.slice(0, -1));
  async function send(): Promise<void> {
    if (isOff || digits.length < PIN_LENGTH.min) return;
    setDigits("");
    await onPin(digits);
  }
  useDeviceKeys({ add, removeLast, send, clear: () => setDigits(""), isOff, onScan });

  return (
    <div class="pin">
      <p class="pin-dots" role="status">
        <span class="pin-name">{t(msg("PIN"))}</span>
        <span aria-hidden="true">{"●".repeat(digits.length)}</span>
        <span class="sr-only">{t(msg("{n} digits"), { n: digits.length })}</span>
      </p>
      <div class="pad">
        {DIGITS.map((digit) => (
          <Key key={digit} isOff={isOff} onPress={() => add(digit)}>
            {digit}
          </Key>
        ))}
        <Key isOff={isOff || digits === ""} onPress={removeLast} name={t(msg("Delete the last digit"))}>
          <Icon name="erase" />
        </Key>
        <Key isOff={isOff} onPress={() => add("0")}>
          0
        </Key>
        <Key isOff={isOff || digits.length < PIN_LENGTH.min} onPress={send} name={t(msg("Enter"))} isMain>
          <Icon name="there" />
        </Key>
      </div>
    </div>
  );
}

interface KeyProps {
  readonly isOff: boolean;
  readonly onPress: () => void | Promise<void>;
  readonly name?: string;
  readonly isMain?: boolean;
  readonly children: preact.ComponentChildren;
}

function Key({ isOff, onPress, name, isMain = false, children }: KeyProps) {
  return (
    <Button kind={isMain ? "primary" : "secondary"} aria-label={name} disabled={isOff} onClick={onPress}>
      {children}
    </Button>
  );
}

interface PadActions {
  readonly add: (digit: string) => void;
  readonly removeLast: () => void;
  readonly send: () => Promise<void>;
  readonly clear: () => void;
  readonly isOff: boolean;
  readonly onScan: () => void;
}

/** Handles keys before the scan field does, to separate PINs and scans. */
function useDeviceKeys(actions: PadActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  // A layout effect, so that no key is lost.
  useLayoutEffect(() => {
    const keys = newPinKeys();
    function onKey(event: KeyboardEvent): void {
      const pinKey = keys.read(event);
      if (pinKey === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const { add, removeLast, send, clear, isOff, onScan } = latest.current;
      if (pinKey.is === "scan") {
        clear();
        if (pinKey.isFirst) onScan();
      } else if (isOff) return;
      else if (pinKey.is === "digit") add(pinKey.digit);
      else if (pinKey.is === "back") removeLast();
      else send().catch(reportError);
    }
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, []);
  // Removes notices above, so that the pad does not move.
  useLayoutEffect(dropUnwanted, []);
  // Scans without key events, such as those of the camera.
  useScans(() => latest.current.onScan(), true);
}
