import { BETWEEN_SCANS_MS, type ScanOptions } from "../terminal/keyboard.ts";
import { type Point, TerminalPage } from "../terminal/terminal-page.ts";
import type { Action, Driver } from "./driver.ts";

/** The code points that WebDriver gives to keys without a character. */
const KEYS = { Enter: "\uE007", Tab: "\uE004" } as const;

/** The terminal's page in a browser that is driven by WebDriver. */
export class WebDriverPage extends TerminalPage {
  readonly #driver: Driver;
  /** Errors of pages that the browser has shown before. */
  readonly #earlierErrors: number;

  constructor(driver: Driver) {
    super();
    this.#driver = driver;
    this.#earlierErrors = driver.errors().length;
  }

  async open(url: string): Promise<void> {
    await this.#driver.navigate(url);
  }

  async reload(): Promise<void> {
    await this.#driver.reload();
  }

  async evaluate(expression: string): Promise<unknown> {
    // Each protocol has its own form of values; JSON is the same in all.
    const text = await this.#driver.evaluate(
      `Promise.resolve(${expression}).then((value) => JSON.stringify({ value }))`,
    );
    return (JSON.parse(text) as { readonly value?: unknown }).value;
  }

  async scan(code: string, { ending = "Enter", prefix = "" }: ScanOptions = {}): Promise<void> {
    const keys = [...prefix, ...code, ...(ending === "none" ? [] : [KEYS[ending]])];
    const actions = keys.flatMap((value): Action[] => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.#driver.perform({
      type: "key",
      id: "scanner",
      actions: [{ type: "pause", duration: BETWEEN_SCANS_MS }, ...actions],
    });
  }

  errors(): readonly string[] {
    return this.#driver.errors().slice(this.#earlierErrors);
  }

  protected async touch({ x, y }: Point): Promise<void> {
    await this.#driver.perform({
      type: "pointer",
      id: "finger",
      actions: [
        { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ],
    });
  }

  protected capture(): Promise<string> {
    return this.#driver.capture();
  }
}
