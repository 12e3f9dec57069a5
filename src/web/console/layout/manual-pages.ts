import type { Locale } from "../../../i18n/locales.ts";

/** The page of the manual for the screens whose path begins so; the first that fits. */
export const MANUAL_PAGES: readonly (readonly [path: string, page: string])[] = [
  ["/stocktakes/plans", "use/cycle-counts"],
  ["/stocktakes", "use/stocktake"],
  ["/articles", "use/articles"],
  ["/locations", "use/locations"],
  ["/custody", "use/custody"],
  ["/refill", "use/refill"],
  ["/requests", "use/requests"],
  ["/exchange", "use/import-and-export"],
  ["/printers/labels/new", "use/label-templates"],
  ["/printers/labels/", "use/label-designer"],
  ["/printers", "use/printers-and-labels"],
  ["/lists", "use/lists"],
  ["/people", "use/people-and-devices"],
  ["/system/settings", "operate/settings"],
  ["/system/certificate", "operate/https"],
  ["/system/backup/restore", "operate/restore"],
  ["/system/backup", "operate/backup"],
  ["/system/upgrade", "operate/upgrade"],
  ["/system/standby", "operate/standby"],
  ["/system/notices", "operate/notices"],
  ["/system/security-log", "operate/security-log"],
  ["/system", "operate/troubleshooting"],
  ["/restore", "operate/restore"],
  ["/standby", "operate/standby"],
  ["/me", "operate/second-factor"],
  ["/", "use/console"],
];

/** Address of the page of the manual for the screen at a path. */
export function manualAddress(path: string, locale: Locale): string {
  const [, page] = MANUAL_PAGES.find(([begin]) => path.startsWith(begin)) ?? ["", "use/console"];
  return `/help/${locale}/${page}`;
}
