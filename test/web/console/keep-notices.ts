import type { Page } from "playwright-core";

/** Keeps the notices that come next, as the mouse over them does: a busy machine may need longer than they are shown. */
export const keepNotices = (page: Page) => page.locator("#toasts").dispatchEvent("pointerenter");
