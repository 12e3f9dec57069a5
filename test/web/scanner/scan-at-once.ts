import type { ScanOptions } from "../../harness/terminal/keyboard.ts";
import type { Terminal } from "../../harness/terminal.ts";

/**
 * Script: the page's timers wait while `isHeld` is set. A test sends each character from another process: on a busy machine they
 * arrive so late that the page would treat the pause as the end of the scan.
 */
export const HOLD_TIMERS = `(() => {
  const later = window.setTimeout;
  window.isHeld = false;
  window.setTimeout = (run, ms, ...given) => {
    const go = () => (window.isHeld ? later(go, 10) : run(...given));
    return later(go, ms);
  };
})()`;

/** Scans a code without a pause that the page's timers notice. */
export async function scanAtOnce(terminal: Terminal, code: string, options?: ScanOptions): Promise<void> {
  await terminal.evaluate("void (window.isHeld = true)");
  await terminal.scan(code, options);
  await terminal.evaluate("void (window.isHeld = false)");
}
