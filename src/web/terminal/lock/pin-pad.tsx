import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { dropUnwanted } from "../../scanner/scans.ts";
import { useScans } from "../../scanner/use-scans.ts";
import { Icon } from "../../ui/icon.tsx";
import { LONGEST, newPinKeys, SHORTEST } from "./pin-keys.ts";

interface PadProps {
  readonly isHeld: boolean;
  /** Takes the digits; whatever comes of it, the pad is empty afterwards. */
  readonly onPin: (pin: string) => Promise<void>;
  /** A scanner was used here. */
  readonly onScan: () => void;
}

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** The keys for a PIN: large, never shown, also by the keys of the device. */
export function PinPad({ isHeld, onPin, onScan }: PadProps) {
  const [digits, setDigits] = useState("");
  const [isBusy, setBusy] = useState(false);
  const isOff = isHeld || isBusy;

  const add = (digit: string) => setDigits((before) => (before + digit).slice(0, LONGEST));
  const take = () => setDigits((before) => before.slice(0, -1));
  async function send(): Promise<void> {
    if (isOff || digits.length < SHORTEST) return;
    setBusy(true);
    setDigits("");
    try {
      await onPin(digits);
    } finally {
      setBusy(false);
    }
  }
  useDeviceKeys({ add, take, send, clear: () => setDigits(""), isOff, onScan });

  return (
    <div class="pin">
      <p class="pin-dots" role="status">
        <span class="pin-name">{t(TEXTS.pin)}</span>
        <span aria-hidden="true">{"●".repeat(digits.length)}</span>
        <span class="unseen">{t(TEXTS.typed, { n: digits.length })}</span>
      </p>
      <div class="pad">
        {DIGITS.map((digit) => (
          <Key key={digit} isOff={isOff} onPress={() => add(digit)}>
            {digit}
          </Key>
        ))}
        <Key isOff={isOff || digits === ""} onPress={take} name={t(TEXTS.remove)}>
          <Icon name="erase" />
        </Key>
        <Key isOff={isOff} onPress={() => add("0")}>
          0
        </Key>
        <Key isOff={isOff || digits.length < SHORTEST} onPress={send} name={t(TEXTS.enter)} isMain>
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
    <button type="button" class={isMain ? "" : "second"} aria-label={name} disabled={isOff} onClick={onPress}>
      {children}
    </button>
  );
}

interface Deeds {
  readonly add: (digit: string) => void;
  readonly take: () => void;
  readonly send: () => Promise<void>;
  readonly clear: () => void;
  readonly isOff: boolean;
  readonly onScan: () => void;
}

/** Keys of the device, before the scanner's field sees them: a PIN is no scan, and a scan is no PIN. */
function useDeviceKeys(deeds: Deeds): void {
  const latest = useRef(deeds);
  latest.current = deeds;
  // Before the pad is visible, so that no key is lost.
  useLayoutEffect(() => {
    const keys = newPinKeys();
    function onKey(event: KeyboardEvent): void {
      const meant = keys.read(event);
      if (meant === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const { add, take, send, clear, isOff, onScan } = latest.current;
      if (meant.is === "scan") {
        clear();
        if (meant.isFirst) onScan();
      } else if (isOff) return;
      else if (meant.is === "digit") add(meant.digit);
      else if (meant.is === "back") take();
      else send().catch(reportError);
    }
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, []);
  // The pad stands where the thumb is: nothing above it pushes it down.
  useLayoutEffect(dropUnwanted, []);
  // What came another way than by keys that say what they are.
  useScans(() => latest.current.onScan(), true);
}

const TEXTS = {
  pin: msg("PIN"),
  typed: msg("{n} digits"),
  remove: msg("Delete the last digit"),
  enter: msg("Enter"),
};
