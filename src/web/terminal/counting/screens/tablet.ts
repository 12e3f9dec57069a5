import { signal } from "@preact/signals";

const query = matchMedia("(min-width: 700px) and (min-device-width: 600px) and (min-device-height: 600px)");

/** Whether the screen has room for the card and a list (count-tablet.css). */
export const isTablet = signal(query.matches);

query.addEventListener("change", ({ matches }) => {
  isTablet.value = matches;
});
