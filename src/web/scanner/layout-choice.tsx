import { signal } from "@preact/signals";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/select.tsx";
import { Code128 } from "./code128.tsx";
import { chooseLayout, LAYOUTS, type Layout, layout, layoutOf, typed } from "./layouts.ts";
import { Qr } from "./qr.tsx";
import { spelled } from "./scan-facts.tsx";

/** The result of the last scan of the test label. */
const found = signal<"right" | "corrected" | "unknown" | null>(null);

/** Detects the layout from a scan of the test label, and stores it. Returns false for another code. */
export async function takeLabel(raw: string): Promise<boolean> {
  const detected = layoutOfLabel(raw.trim());
  if (detected === null) {
    if (resemblesLabel(raw.trim())) found.value = "unknown";
    return false;
  }
  await chooseLayout(detected === "right" ? null : detected);
  found.value = detected === "right" ? "right" : "corrected";
  return true;
}

/** Settings for the scanner's keyboard layout: detected by the test label, or chosen. */
export function LayoutChoice() {
  const choose = (id: string) => {
    found.value = null;
    return chooseLayout(layoutOf(id));
  };
  return (
    <section>
      <h2>{t(msg("Keyboard of the scanner"))}</h2>
      <p>
        {t(
          msg(
            "A scanner types its codes. Where the device has another keyboard than the scanner, digits become letters. Open this page on another screen, or print it, and scan this label with the scanner: its codes are right from then on.",
          ),
        )}
      </p>
      <div class="test-label">
        <Qr text={LABEL} name={t(msg("The test label as a QR code"))} />
        <Code128 text={LABEL} name={t(msg("The test label as a Code 128"))} />
        <p class="scan-raw">{spelled(LABEL).map(({ character }) => character)}</p>
      </div>
      <Button class="not-printed" onClick={() => print()}>
        {t(msg("Print the label"))}
      </Button>
      <div role="status">{found.value !== null && <Banner>{resultText(found.value)}</Banner>}</div>
      <Select
        label={t(msg("The device types as"))}
        items={[
          { value: "", label: t(msg("the scanner means it (no correction)")) },
          ...LAYOUTS.map(({ id, name }) => ({ value: id, label: t(name) })),
        ]}
        value={layout.value?.id ?? ""}
        onValue={choose}
      />
    </section>
  );
}

function resultText(detected: "right" | "corrected" | "unknown"): string {
  const name = layout.value === null ? "" : t(layout.value.name);
  return t(
    {
      right: msg("The keyboard is right; nothing is corrected."),
      corrected: msg("Found: {layout}. Codes are corrected now."),
      unknown: msg(
        "This keyboard is not known here. Set the device's keyboard (or the scanner) to English (US).",
      ),
    }[detected],
    {
      layout: name,
    },
  );
}

/** The text of the test label: no dead keys and no spaces, and different on each layout. */
export const LABEL = "TALLYBOX-0123456789/#Zyaqm";

// The start of the text identifies the label, even if a layout changes two letters.
const NAME_LENGTH = 8;
const MIN_SAME = 6;

/** The layout that a scan of the test label shows; `right`: no correction needed; null: not the label. */
export function layoutOfLabel(raw: string): Layout | "right" | null {
  if (raw === LABEL) return "right";
  return LAYOUTS.find((layout) => typed(layout, LABEL) === raw) ?? null;
}

/** Whether a scan was probably the test label, typed with any layout. */
export function resemblesLabel(raw: string): boolean {
  const same = [...raw.slice(0, NAME_LENGTH)].filter((character, index) => character === LABEL[index]).length;
  return Math.abs(raw.length - LABEL.length) <= 2 && same >= MIN_SAME;
}
