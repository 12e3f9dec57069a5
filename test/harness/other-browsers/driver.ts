/** A W3C WebDriver action sequence: what one input device does, step by step. */
export type Action =
  | { readonly type: "keyDown" | "keyUp"; readonly value: string }
  | { readonly type: "pause"; readonly duration: number }
  | { readonly type: "pointerMove"; readonly x: number; readonly y: number }
  | { readonly type: "pointerDown" | "pointerUp"; readonly button: number };

export interface ActionSequence {
  readonly type: "key" | "pointer";
  readonly id: string;
  readonly actions: readonly Action[];
}

/** The operations of a test on one page, by whichever protocol. */
export interface Driver {
  navigate(url: string): Promise<void>;
  reload(): Promise<void>;
  /** The JSON text that a script returns, awaited. Throws the script's error. */
  evaluate(script: string): Promise<string>;
  perform(sequence: ActionSequence): Promise<void>;
  /** PNG, in base64. */
  capture(): Promise<string>;
  /** Errors on the page's console. */
  errors(): readonly string[];
}

/** Thrown when the browser left the page during a script. */
export class PageLeft extends Error {
  constructor(reason: string) {
    super(`the script lost its context: ${reason}`);
  }
}
