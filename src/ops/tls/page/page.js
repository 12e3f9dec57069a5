// Syntax for Chromium 77: this file is served without a build. It opens the steps of the detected system and moves them to the top.
const systems = [
  ["android", /Android/],
  ["apple", /iPhone|iPad|iPod/],
  ["windows", /Windows/],
];
// An iPad identifies itself as a Mac, but no Mac has a touch screen.
const isTablet = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
const [found] = isTablet ? ["apple"] : systems.find(([, pattern]) => pattern.test(navigator.userAgent)) || [];
const steps = found && document.getElementById(found);
if (steps) {
  document.querySelector("details").before(steps);
  steps.open = true;
}
