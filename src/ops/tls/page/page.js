// As Chromium 77 reads it: this file is served as it is written. Opens the steps of the system that shows the page, and puts them first.
const systems = [
  ["android", /Android/],
  ["apple", /iPhone|iPad|iPod/],
  ["windows", /Windows/],
];
// An iPad calls itself a Mac, but no Mac has a touch screen.
const isTablet = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
const [found] = isTablet ? ["apple"] : systems.find(([, pattern]) => pattern.test(navigator.userAgent)) || [];
const steps = found && document.getElementById(found);
if (steps) {
  document.querySelector("details").before(steps);
  steps.open = true;
}
