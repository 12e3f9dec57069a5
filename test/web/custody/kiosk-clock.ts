/**
 * Script: the page's clock stands still, over reloads too, and is ahead by `window.ahead` ms; each vibration is recorded. A scan is as
 * old as the time since its last key, so the time of the page is that of the last key. What the server says of the time would not
 * fit these clocks: a loaded list would seem to be newer than what is sent after it.
 */
export const withClock = () => `(() => {
  window.ahead = 0;
  Date.now = () => ${Date.now()} + window.ahead;
  let pressedAt = performance.now();
  performance.now = () => pressedAt;
  window.addEventListener("keydown", ({ timeStamp }) => void (pressedAt = timeStamp), true);
  const header = Headers.prototype.get;
  Headers.prototype.get = function (name) {
    return name.toLowerCase() === "date" ? null : header.call(this, name);
  };
  window.shakes = [];
  navigator.vibrate = (pattern) => { window.shakes.push(pattern.join(" ")); return true; };
})()`;
