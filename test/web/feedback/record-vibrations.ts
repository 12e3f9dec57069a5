/** Script: records each vibration in `window.shakes`. */
export const RECORD_VIBRATIONS = `void (() => {
  window.shakes = [];
  navigator.vibrate = (pattern) => { window.shakes.push(pattern.join(" ")); return true; };
})()`;
