// Opens the steps of the system that shows the page, and puts them first.
const systems = [
  ["android", /Android/],
  ["apple", /iPhone|iPad|iPod/],
  ["windows", /Windows/],
];
// An iPad calls itself a Mac, but no Mac has a touch screen.
const isTablet = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
const found = isTablet ? "apple" : systems.find(([, pattern]) => pattern.test(navigator.userAgent))?.[0];
const steps = found && document.getElementById(found);
if (steps) {
  document.querySelector("details").before(steps);
  steps.open = true;
}
