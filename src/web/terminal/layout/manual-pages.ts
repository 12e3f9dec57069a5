import type { ManualPages } from "../../router/manual-address.ts";

/** Pages of the manual for the screens of the terminal. */
export const MANUAL_PAGES: ManualPages = [
  ["/tags", "use/rfid"],
  ["/unsent", "use/terminal-interruptions"],
  ["/settings/storage", "use/terminal-interruptions"],
  ["/count/:stocktake/:location/multiply", "use/count-card"],
  ["/article/:id/custody", "use/custody"],
  ["/article/:id/move", "use/requests"],
  ["/article/:id/dispose", "use/requests"],
  ["/article/:id/print", "use/printers-and-labels"],
  ["/article", "use/articles"],
  ["/code", "use/articles"],
  ["/photo", "use/articles"],
  ["/location/:id/refill", "use/refill"],
  ["/location/:id/print", "use/printers-and-labels"],
  ["/location", "use/locations"],
  ["/mine/:requests", "use/requests"],
  ["/mine", "use/custody"],
  ["/propose", "use/requests"],
  ["/pair", "use/people-and-devices"],
  ["/settings/pair-device", "use/people-and-devices"],
  ["/settings/devices", "use/people-and-devices"],
  ["/settings/secrets", "operate/passwords-and-pins"],
  ["/kiosk", "use/custody"],
  ["/moved", "operate/https"],
  ["/", "use/terminal"],
];
